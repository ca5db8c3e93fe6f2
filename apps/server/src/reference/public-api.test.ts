import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, operations } from '@plumbline/contract'
import { referencePage, type ReferenceDocument } from './page.ts'
import { publicApiDocument } from './public-api.ts'

const document = publicApiDocument() as unknown as ReferenceDocument

test('every operation stands on the page, under a tag that has a description', () => {
  const page = referencePage(document, '/openapi.json')
  const tags = new Set(document.tags.map((tag) => tag.name))
  for (const [name, operation] of Object.entries(operations)) {
    assert.ok(tags.has(operation.tag), `${operation.tag} of ${name} has no description`)
    assert.ok(page.includes(`<article id="${name}">`), name)
  }
})

test('every error code that an operation names is in the table', () => {
  const given = new Set(Object.values(operations).flatMap((operation) => [...operation.errors]))
  for (const code of given) assert.ok(code in errorCodes, code)
})

test('the page loads nothing and runs nothing', () => {
  const page = referencePage(document, '/openapi.json')
  assert.ok(!/<script|<link|<img|@import|url\(|\ssrc=/.test(page))
})
