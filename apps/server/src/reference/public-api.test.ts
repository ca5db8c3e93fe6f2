import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, operations } from '@plumbline/contract'
import { publicApiDocument } from './public-api.ts'

const document = publicApiDocument() as unknown as { tags: { name: string }[] }

test('every operation stands under a tag that has a description', () => {
  const tags = new Set(document.tags.map((tag) => tag.name))
  for (const [name, operation] of Object.entries(operations)) {
    assert.ok(tags.has(operation.tag), `${operation.tag} of ${name} has no description`)
  }
})

test('every error code that an operation names is in the table', () => {
  const given = new Set(Object.values(operations).flatMap((operation) => [...operation.errors]))
  for (const code of given) assert.ok(code in errorCodes, code)
})
