import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFileKey, importUploadKey, readImportKey } from './import-key.ts'

const grant = {
  workspaceId: '0197c0de-0000-7000-8000-000000000001',
  fileId: '0197c0de-0000-7000-8000-000000000002',
}
const secret = Buffer.alloc(32, 1)
const key = importUploadKey(secret, grant)

test('an upload key of an import states what it was issued for, while its secret is in use', () => {
  const other = Buffer.alloc(32, 2)
  assert.match(key, /^uploads\/[0-9a-f-]{36}\/import\/[0-9a-f-]{36}\.[0-9a-f]{32}$/)
  assert.deepEqual(readImportKey([other, secret], key), grant)
  assert.equal(readImportKey([other], key), undefined)
  assert.equal(readImportKey([], key), undefined)
})

test('an upload key with any changed character, or with surrounding text, is invalid', () => {
  for (let index = 0; index < key.length; index += 1) {
    const changed = key[index] === '0' ? '1' : '0'
    assert.equal(readImportKey([secret], key.slice(0, index) + changed + key.slice(index + 1)), undefined)
  }
  for (const around of [`x${key}`, `${key}x`]) assert.equal(readImportKey([secret], around), undefined)
})

test('imports read a file where its upload URL cannot change it', () => {
  assert.equal(importFileKey(grant), `imports/${grant.workspaceId}/${grant.fileId}`)
})
