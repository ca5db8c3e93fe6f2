import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRowMac, resealedRowMac, rowMac } from './row-seal.ts'
import { createSecrets } from './secrets.ts'

const former = createSecrets({ present: 'the former secret' })
const both = createSecrets({ present: 'the new secret', fallback: 'the former secret' })
const present = createSecrets({ present: 'the new secret' })
const members = ['a', Buffer.from('b'), null]

test('the MAC of a row matches only the same members of the same table', () => {
  const mac = rowMac(former, 'one_time_links', members)
  assert.equal(mac.length, 32)
  assert.ok(isRowMac(former, 'one_time_links', members, mac))
  assert.ok(!isRowMac(former, 'sign_in_sessions', members, mac))
  for (const others of [
    ['a', Buffer.from('c'), null],
    ['a', Buffer.from('b'), ''],
    ['a', null],
    ['ab', null],
  ]) {
    assert.ok(!isRowMac(former, 'one_time_links', others, mac), JSON.stringify(others))
  }
  assert.ok(!isRowMac(former, 'one_time_links', members, mac.subarray(0, 16)))
})

test('while the secret is being replaced, either one matches; a row is sealed again once, and a forged one never', () => {
  const before = rowMac(former, 'one_time_links', members)
  assert.ok(isRowMac(both, 'one_time_links', members, before))
  const after = resealedRowMac(both, 'one_time_links', members, before)
  assert.deepEqual(after, rowMac(present, 'one_time_links', members))
  assert.equal(resealedRowMac(both, 'one_time_links', members, after), undefined)
  assert.equal(resealedRowMac(both, 'one_time_links', members, Buffer.alloc(32)), undefined)
})
