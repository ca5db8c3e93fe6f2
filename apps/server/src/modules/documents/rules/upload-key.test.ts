import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadContentTypes } from '@plumbline/contract'
import { documentKey, readDocumentKey, readUploadKey, uploadKey, type UploadGrant } from './upload-key.ts'

const idOf = (digit: number) => `0197c0de-0000-7000-8000-00000000000${digit}`
const grant: UploadGrant = {
  workspaceId: idOf(1),
  ownerId: idOf(2),
  documentId: idOf(3),
  contentType: uploadContentTypes[0],
}
const secret = Buffer.alloc(32, 1)
const key = uploadKey(secret, grant)

test('an upload key says for what it was issued, of each type of file', () => {
  for (const contentType of uploadContentTypes) {
    const issued = { ...grant, contentType }
    assert.deepEqual(readUploadKey([secret], uploadKey(secret, issued)), issued)
  }
  assert.match(key, /^uploads\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.0\.[0-9a-f]{32}$/)
})

test('an upload key is read while the secret that signed it is one of those in use', () => {
  const other = Buffer.alloc(32, 2)
  assert.deepEqual(readUploadKey([other, secret], key), grant)
  assert.equal(readUploadKey([other], key), undefined)
  assert.equal(readUploadKey([], key), undefined)
})

test('an upload key with any character changed is invalid', () => {
  for (let index = 0; index < key.length; index += 1) {
    const changed = key[index] === '0' ? '1' : '0'
    assert.equal(readUploadKey([secret], key.slice(0, index) + changed + key.slice(index + 1)), undefined)
  }
})

test('a key with text before or after it is invalid', () => {
  for (const around of [`x${key}`, `${key}x`, `/${key}`, `${key}\n`])
    assert.equal(readUploadKey([secret], around), undefined)
  const document = documentKey(idOf(1), idOf(3))
  for (const around of [`x${document}`, `${document}x`, document.toUpperCase(), key])
    assert.equal(readDocumentKey(around), undefined)
})

test('a signed key of an unknown type is invalid', () => {
  const beyond = uploadKey(secret, { ...grant, contentType: 'text/unknown' as UploadGrant['contentType'] })
  assert.equal(readUploadKey([secret], beyond), undefined)
})

test('the file of a document lies under its workspace and its id', () => {
  assert.equal(documentKey('w', 'd'), 'documents/w/d')
  assert.deepEqual(readDocumentKey(documentKey(idOf(1), idOf(3))), {
    workspaceId: idOf(1),
    documentId: idOf(3),
  })
})
