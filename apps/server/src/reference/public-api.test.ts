import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorAdvice, errorCodes, eventEnvelope, eventTypeNames, operations } from '@plumbline/contract'
import { isUtcTimestamp } from '../platform/http/formats.ts'
import { schemaCheck } from '../platform/http/validator.ts'
import { publicApiDocument } from './public-api.ts'

const document = publicApiDocument() as unknown as {
  tags: { name: string }[]
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { example: object } } } } }
  >
  components: { schemas: Record<string, object> }
}
const { schemas } = document.components

test('every operation has a tag with a description', () => {
  const tags = new Set(document.tags.map((tag) => tag.name))
  for (const [name, operation] of Object.entries(operations)) {
    assert.ok(tags.has(operation.tag), `${operation.tag} of ${name} has no description`)
  }
})

test('every error code that an operation names is in the table', () => {
  const given = new Set(Object.values(operations).flatMap((operation) => [...operation.errors]))
  for (const code of given) assert.ok(code in errorCodes, code)
})

test('the example of the details of each error is what its schema describes', () => {
  for (const [code, { details }] of Object.entries(errorAdvice)) {
    if (details === undefined) continue
    assert.deepEqual(schemaCheck(details.schema, 'body')(structuredClone(details.example)), [], code)
  }
})

test('one schema of errors describes each code, known and unknown', () => {
  const { oneOf } = schemas['Error'] as unknown as { oneOf: { $ref: string }[] }
  const names = oneOf.map(({ $ref }) => $ref.split('/').at(-1)!)
  const describing = (error: object) =>
    names.filter((name) => schemaCheck({ ...schemas[name] }, 'body')({ ...error }).length === 0)
  for (const [code, { message }] of Object.entries(errorCodes)) {
    assert.equal(describing({ code, message }).length, 1, code)
  }
  assert.deepEqual(describing({ code: 'SOMETHING_NEW', message: 'It is new.' }), ['OtherError'])
})

test('every member of bodies and responses has a description, of its own or by its schema', () => {
  assert.deepEqual(undescribed(document, ''), [])
})

test('the request of every type of event has an example that its schema describes', () => {
  for (const type of eventTypeNames) {
    const { example } = document.webhooks[type]!.post.requestBody.content['application/json']
    assert.deepEqual(schemaCheck(eventEnvelope(type), 'body')(structuredClone(example)), [], type)
  }
})

test('every named schema has a description', () => {
  const without = Object.entries(schemas).filter(([, schema]) => !('description' in schema))
  assert.deepEqual(
    without.map(([name]) => name),
    [],
  )
})

test('every parameter has a description', () => {
  const undescribedAt = (place: string, node: unknown) =>
    ((node as { parameters?: readonly { name: string; description?: string }[] }).parameters ?? [])
      .filter(({ description }) => description === undefined)
      .map(({ name }) => `${place} ${name}`)
  const found = Object.entries(document.paths).flatMap(([path, item]) => [
    ...undescribedAt(path, item),
    ...Object.entries(item).flatMap(([method, operation]) => undescribedAt(`${method} ${path}`, operation)),
  ])
  assert.deepEqual(found, [])
})

test('patterns of times accept what the server accepts, except for 29 February in a common year', () => {
  const { since } = (schemas['EventResend'] as unknown as { properties: { since: { pattern: string } } })
    .properties
  const pattern = new RegExp(since.pattern)
  const times = [
    '2026-11-21T04:56:39Z',
    '2026-11-21T23:59:59.123456789Z',
    '2026-02-29T00:00:00Z',
    '2028-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-10-31T00:00:00Z',
    '2026-12-31T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1010-01-01T00:00:00Z',
    '9000-01-01T00:00:00Z',
    '2026-13-21T04:56:39Z',
    '2026-00-21T04:56:39Z',
    '2026-11-32T04:56:39Z',
    '2026-11-00T04:56:39Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T04:60:00Z',
    '2026-11-21T04:56:60Z',
    '2026-11-21T04:56:39+00:00',
    '2026-11-21T04:56:39.Z',
    '2026-11-21T04:56:39.1234567890Z',
    '2026-11-21',
    '2026-11-21T04:56Z',
  ]
  for (const time of times) {
    assert.equal(pattern.test(time), time.startsWith('2026-02-29') || isUtcTimestamp(time), time)
  }
})

interface Described {
  readonly description?: string
  readonly $ref?: string
  readonly anyOf?: readonly Described[]
  readonly type?: string
}

/** Returns the places of members without a description, below a place. */
function undescribed(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((item, index) => undescribed(item, `${place}/${index}`))
  const members = Object.entries((node as { properties?: object }).properties ?? {}) as [string, Described][]
  const own = members.filter(([, member]) => !isDescribed(member))
  const within = Object.entries(node).filter(([keyword]) => keyword !== 'example' && keyword !== 'examples')
  return [
    ...own.map(([name]) => `${place}/${name}`),
    ...within.flatMap(([keyword, inner]) => undescribed(inner, `${place}/${keyword}`)),
  ]
}

function isDescribed({ description, $ref, anyOf }: Described): boolean {
  if (description !== undefined) return true
  if ($ref !== undefined) return isDescribed(schemas[$ref.split('/').at(-1)!] as Described)
  // A value or null.
  const [value, ...others] = (anyOf ?? []).filter(({ type }) => type !== 'null')
  return value !== undefined && others.length === 0 && isDescribed(value)
}
