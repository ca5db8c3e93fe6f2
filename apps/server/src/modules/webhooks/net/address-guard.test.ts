import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import { because } from '@plumbline/contract'
import { HANG_MS } from '@plumbline/testing'
import { resolvePublicTarget, type NameLookup } from './address-guard.ts'
import { readAllowedTargets } from '../rules/allowed-targets.ts'

const responding =
  (...addresses: string[]): NameLookup =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

const failing: NameLookup = () => Promise.reject(new Error('ENOTFOUND'))

const guarded = (lookup: NameLookup, timeoutMs = HANG_MS): Parameters<typeof resolvePublicTarget>[1] => ({
  lookup,
  timeoutMs,
  allowPrivateTargets: false,
})

const NOT_PUBLIC = { refused: because('webhook.host_not_public') }
const UNRESOLVED = { refused: because('webhook.host_unresolved') }

test('a name whose addresses are all public returns them in the order of the response', async () => {
  const lookup = responding('2606:4700:4700::1111', '1.1.1.1', '8.8.8.8')
  assert.deepEqual(await resolvePublicTarget({ hostname: 'hooks.example.com', port: 443 }, guarded(lookup)), {
    addresses: [
      { address: '2606:4700:4700::1111', family: 6 },
      { address: '1.1.1.1', family: 4 },
      { address: '8.8.8.8', family: 4 },
    ],
  })
})

test('a name with any address that is not public is refused whole', async () => {
  const responses = [
    ['127.0.0.1'],
    ['10.1.2.3', '8.8.8.8'],
    ['8.8.8.8', '10.1.2.3'],
    ['1.1.1.1', '2606:4700:4700::1111', '::1'],
    ['8.8.8.8', '::ffff:8.8.8.8'],
    ['fe80::1%eth0'],
    ['169.254.169.254'],
    ['not an address'],
  ]
  for (const response of responses) {
    assert.deepEqual(
      await resolvePublicTarget({ hostname: 'x.example.com', port: 443 }, guarded(responding(...response))),
      NOT_PUBLIC,
    )
  }
})

test('a name without an address, or whose lookup fails, is refused', async () => {
  assert.deepEqual(
    await resolvePublicTarget({ hostname: 'x.example.com', port: 443 }, guarded(failing)),
    UNRESOLVED,
  )
  assert.deepEqual(
    await resolvePublicTarget({ hostname: 'x.example.com', port: 443 }, guarded(responding())),
    UNRESOLVED,
  )
})

test('a name that does not resolve in time is refused, and its late response has no effect', async () => {
  const late = Promise.withResolvers<LookupAddress[]>()
  const refusal = await resolvePublicTarget(
    { hostname: 'x.example.com', port: 443 },
    guarded(() => late.promise, 5),
  )
  assert.deepEqual(refusal, { refused: because('webhook.host_slow') })
  late.reject(new Error('too late'))
})

test('a literal is checked without a look-up', async () => {
  assert.deepEqual(await resolvePublicTarget({ hostname: '8.8.8.8', port: 443 }, guarded(failing)), {
    addresses: [{ address: '8.8.8.8', family: 4 }],
  })
  assert.deepEqual(
    await resolvePublicTarget({ hostname: '::127.0.0.1', port: 443 }, guarded(failing)),
    NOT_PUBLIC,
  )
})

test('development lets private addresses through, but not names without any', async () => {
  const guard = { lookup: responding('10.0.0.1', '::1'), allowPrivateTargets: true }
  const checked = await resolvePublicTarget({ hostname: 'receiver', port: 443 }, guard)
  assert.ok('addresses' in checked && checked.addresses.length === 2)
  assert.deepEqual(
    await resolvePublicTarget({ hostname: 'receiver', port: 443 }, { ...guard, lookup: responding() }),
    UNRESOLVED,
  )
})

test('an allowed range admits only its addresses, an allowed name whatever it resolves to', async () => {
  const allowedTargets = readAllowedTargets([
    { target: '10.20.0.0/16', port: undefined },
    { target: 'fd12::/16', port: undefined },
    { target: 'ERP.example.com', port: undefined },
  ])
  const look = (hostname: string, ...response: string[]) =>
    resolvePublicTarget({ hostname, port: 443 }, { ...guarded(responding(...response)), allowedTargets })
  assert.ok('addresses' in (await look('x.example.com', '10.20.255.1', 'fd12::1', '8.8.8.8')))
  assert.deepEqual(await look('x.example.com', '10.20.0.1', '10.21.0.1'), NOT_PUBLIC)
  assert.deepEqual(await look('x.example.com', '::ffff:10.20.0.1'), NOT_PUBLIC)
  assert.ok('addresses' in (await look('erp.example.com', '192.168.7.7')))
  assert.deepEqual(await look('x.erp.example.com', '192.168.7.7'), NOT_PUBLIC)
})
