import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRecordProof } from '@plumbline/ledger-verify'
import { isTagged, operations, requestExamples, type Operation } from '@plumbline/contract'
import { schemaCheck } from '../src/platform/http/validator.ts'

for (const [name, operation] of Object.entries<Operation>(operations)) {
  const { schema, example } = operation.reply
  if (schema === undefined) continue
  test(`the example of ${name} is a response that its schema describes`, () => {
    assert.ok(example !== undefined)
    assert.deepEqual(schemaCheck(schema, 'body')(structuredClone(example)), [])
  })
}

/** Method and path with every parameter under one name. */
const shapeOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

test('every response for a single resource has an entity tag', () => {
  const byId = Object.entries<Operation>(operations).filter(
    ([, { method, path, reply }]) => method === 'GET' && path.endsWith('}') && reply.schema !== undefined,
  )
  assert.ok(byId.length >= 6)
  assert.deepEqual(
    byId.filter(([, operation]) => !isTagged(operation)).map(([name]) => name),
    [],
  )
})

test('every created resource has a Location, except for upload URLs', () => {
  const made = Object.entries<Operation>(operations).filter(
    ([, { path, reply }]) => reply.status === 201 && !path.endsWith('/upload-url'),
  )
  assert.ok(made.length >= 5)
  assert.deepEqual(
    made.filter(([, { reply }]) => reply.location === undefined).map(([name]) => name),
    [],
  )
  const readable = new Set(Object.values<Operation>(operations).map(shapeOf))
  for (const [name, { reply }] of made)
    assert.ok(readable.has(shapeOf({ method: 'GET', path: reply.location! })), name)
})

for (const [name, { body }] of Object.entries<Operation>(operations)) {
  if (body === undefined) continue
  test(`the example of a request of ${name} is one that its schema describes`, () => {
    const example = (requestExamples as Record<string, unknown>)[name]
    assert.ok(example !== undefined)
    assert.deepEqual(schemaCheck(body, 'body')(structuredClone(example)), [])
  })
}

test('the independent verifier accepts the example of a ledger proof', async () => {
  const verdict = await verifyRecordProof(operations.getLedgerProof.reply.example)
  assert.ok(verdict.holds)
})
