import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownAddress } from './oidc-sign-in.ts'

const site = 'https://calibration.example.com'

test('a path of this site is accepted, with its query', () => {
  assert.equal(ownAddress(site, '/w/1/instruments?q=a&page=2#top'), `${site}/w/1/instruments?q=a&page=2#top`)
})

const traps = [
  undefined,
  '',
  'w/1',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  '//',
  '/%',
]
for (const next of traps) {
  test(`${JSON.stringify(next)} leads nowhere else`, () => {
    const address = ownAddress(site, next)
    assert.equal(new URL(address).origin, site)
    assert.ok(!new URL(address).pathname.startsWith('//'), address)
  })
}
