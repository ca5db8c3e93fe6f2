import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedAddress, isInOwnNetwork, readAllowedTargets } from './allowed-targets.ts'

const rules = {
  allowPrivateTargets: false,
  allowedTargets: readAllowedTargets([
    { target: '10.1.0.0/16', port: undefined },
    { target: 'fd00::/8', port: 8443 },
    { target: 'ERP.internal', port: 8443 },
  ]),
}

const CASES: [address: string, hostname: string, port: number, isAllowed: boolean][] = [
  ['8.8.8.8', 'example.com', 443, true],
  ['10.1.2.3', 'example.com', 443, true],
  ['10.1.2.3', 'example.com', 9999, true],
  ['10.2.0.0', 'example.com', 443, false],
  ['fd00::1', 'example.com', 8443, true],
  ['fd00::1', 'example.com', 443, false],
  ['192.168.0.1', 'erp.internal', 8443, true],
  ['192.168.0.1', 'erp.internal', 443, false],
  ['192.168.0.1', 'other.internal', 8443, false],
  ['not an address', 'erp.internal', 8443, false],
  ['not an address', 'example.com', 443, false],
]

for (const [address, hostname, port, isAllowed] of CASES) {
  test(`a webhook to ${hostname} at port ${port} ${isAllowed ? 'may' : 'may not'} reach ${address}`, () => {
    assert.equal(isAllowedAddress(address, { hostname, port }, rules), isAllowed)
  })
}

test('without the setting, only public addresses may be reached, and in development any', () => {
  const host = { hostname: 'example.com', port: 443 }
  for (const [address, isPublic] of [
    ['8.8.8.8', true],
    ['10.1.2.3', false],
  ] as const) {
    assert.equal(isAllowedAddress(address, host, { allowPrivateTargets: false }), isPublic)
    assert.equal(isAllowedAddress(address, host, { allowPrivateTargets: true }), true)
  }
})

test('an address is in the own network if it is not public, except in development', () => {
  assert.equal(isInOwnNetwork('10.1.2.3', rules), true)
  assert.equal(isInOwnNetwork('8.8.8.8', rules), false)
  assert.equal(isInOwnNetwork('10.1.2.3', { allowPrivateTargets: true }), false)
})
