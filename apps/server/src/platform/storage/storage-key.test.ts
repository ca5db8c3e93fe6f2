import assert from 'node:assert/strict'
import test from 'node:test'
import { checkStorageKey, folderSteps, isStorageKey } from './storage-key.ts'

const keys: [text: string, isKey: boolean][] = [
  ['uploads/0192d3a4-0000-7000-8000-000000000000', true],
  ['a', true],
  ['a/b.c/d_e-f', true],
  [`${'a'.repeat(200)}/${'b'.repeat(200)}`, true],
  ['', false],
  ['/', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['.', false],
  ['a/../b', false],
  ['a/.incoming', false],
  ['a\\b', false],
  ['a\u0000', false],
  ['a\n', false],
  ['a b', false],
  ['A', false],
  ['ä', false],
  ['a%2fb', false],
  ['a'.repeat(201), false],
  [Array.from({ length: 6 }, () => 'a'.repeat(100)).join('/'), false],
]

for (const [text, isKey] of keys) {
  test(`${JSON.stringify(text.slice(0, 60))} ${isKey ? 'is' : 'is not'} a key`, () => {
    assert.equal(isStorageKey(text), isKey)
    if (!isKey) assert.throws(() => checkStorageKey(text), /not a storage key/)
  })
}

test('a folder is a key that ends in a slash', () => {
  assert.deepEqual(folderSteps('uploads/a/'), ['uploads', 'a'])
  assert.deepEqual(folderSteps(''), [])
  assert.throws(() => folderSteps('uploads'), /ends in a slash/)
  assert.throws(() => folderSteps('../'), /not a storage key/)
})
