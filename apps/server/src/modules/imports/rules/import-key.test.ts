import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFileKey, importUploadKey, readImportKey } from './import-key.ts'

const grant = {
  workspaceId: '0197c0de-0000-7000-8000-000000000001',
  fileId: '0197c0de-0000-7000-8000-000000000002',
}
const secret = Buffer.alloc(32, 1)
const key = importUploadKey(secret, grant)

test('an upload key of an import says for what it was issued, while its secret is in use', () => {
  const other = Buffer.alloc(32, 2)
  assert.match(key, /^uploads\/[0-9a-f-]{36}\/import\/[0-9a-f-]{36}\.[0-9a-f]{32}$/)
  assert.deepEqual(readImportKey([other, secret], key), grant)
  assert.equal(readImportKey([other], key), undefined)
  assert.equal(readImportKey([], key), undefined)
})

test('an upload key with any character changed, or with text around it, is none', () => {
  for (let place = 0; place < key.length; place += 1) {
    const changed = key[place] === '0' ? '1' : '0'
    assert.equal(readImportKey([secret], key.slice(0, place) + changed + key.slice(place + 1)), undefined)
  }
  for (const around of [`x${key}`, `${key}x`]) assert.equal(readImportKey([secret], around), undefined)
})

test('imports find a file out of reach of its upload address', () => {
  assert.equal(importFileKey(grant), `imports/${grant.workspaceId}/${grant.fileId}`)
})
