import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Json = { [member: string]: any }

const document = JSON.parse(
  readFileSync(new URL('../docs/api/openapi.json', import.meta.url), 'utf8'),
) as Json

const operations = Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
  Object.entries(methods as Json)
    .filter(([, operation]) => 'responses' in operation)
    .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

/** Returns every schema within a schema, including referenced ones, by path. */
function schemasIn(schema: unknown, way: string, seen = new Set<string>()): [way: string, schema: Json][] {
  if (Array.isArray(schema)) return schema.flatMap((each, index) => schemasIn(each, `${way}/${index}`, seen))
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref: reference, ...members } = schema as Json
  if (reference !== undefined) {
    if (seen.has(reference)) return []
    const name = String(reference).split('/').at(-1)!
    return schemasIn(document['components'].schemas[name], name, seen.add(reference))
  }
  const inner = Object.entries(members).flatMap(([name, each]) => schemasIn(each, `${way}/${name}`, seen))
  return [[way, members], ...inner]
}

test('bodies of requests have no defaults and no date-time, of which generated clients make other than the API takes', () => {
  const found = operations.flatMap(({ name, operation }) =>
    schemasIn(operation.requestBody?.content, name).filter(
      ([way, schema]) =>
        !way.endsWith('/properties') && ('default' in schema || schema['format'] === 'date-time'),
    ),
  )
  assert.deepEqual(
    found.map(([way]) => way),
    [],
  )
})

/** Query parameters with free text as their value. */
const FREE = [
  ...['', 'exports/'].flatMap((of) =>
    ['asset_tag', 'serial_number', 'status'].map((name) => `GET /${of}instruments ${name}`),
  ),
  'GET /exports/documents q',
  'GET /providers name',
  ...['subject_id', 'actor_id'].map((name) => `GET /exports/activity ${name}`),
]

test('query parameters that take some words alone state them', () => {
  const texts = operations.flatMap(({ name, operation }) =>
    ((operation.parameters ?? []) as Json[])
      .filter(({ in: place, schema }) => place === 'query' && schema.type === 'string')
      .filter(({ schema }) => !('enum' in schema || 'pattern' in schema || 'format' in schema))
      .map((parameter) => `${name} ${parameter['name']}`),
  )
  assert.deepEqual(
    texts.filter((text) => !FREE.includes(text)),
    [],
  )
})

const parameters = operations.flatMap(({ name, operation }) =>
  ((operation.parameters ?? []) as Json[]).map((parameter) => ({ name, parameter })),
)

test('patterns of query parameters match the words that they list and no others', () => {
  const { parameter } = parameters.find(
    ({ name, parameter: { name: own } }) => name === 'GET /webhooks/events/log' && own === 'type',
  )!
  const pattern = new RegExp(parameter['schema'].pattern)
  assert.ok(pattern.test('calibration.created'))
  assert.ok(!pattern.test('calibrationXcreated'))
})

test('formats of parameters are those that JSON Schema knows', () => {
  const formats = new Set(parameters.map(({ parameter }) => parameter['schema'].format))
  assert.deepEqual(formats, new Set([undefined, 'date', 'int64', 'uuid']))
})

test('webhook requests have a tag of their own, so that generated clients keep the operations on endpoints', () => {
  const tags = Object.values(document['webhooks'] as Json).flatMap((each) => each.post.tags as string[])
  const ofOperations = new Set(operations.flatMap(({ operation }) => operation.tags as string[]))
  assert.deepEqual(
    [...new Set(tags)].map((tag) => [tag, ofOperations.has(tag)]),
    [['Events', false]],
  )
})

test('openapi-generator makes no methods of webhook requests, which its typescript-fetch client could not compile', () => {
  const made = Object.entries(document['webhooks'] as Json).filter(([, each]) => !each.post['x-internal'])
  assert.deepEqual(
    made.map(([name]) => name),
    [],
  )
})

test('query parameters that a request can leave out can also be empty', () => {
  const inQuery = parameters.filter(({ parameter }) => parameter['in'] === 'query')
  assert.deepEqual(
    inQuery.filter(({ parameter }) => parameter['required'] === (parameter['allowEmptyValue'] === true)),
    [],
  )
})

const inReplies = [
  ...operations.map(({ name, operation }) => [name, operation.responses] as const),
  ...Object.entries(document['webhooks'] as Json).map(
    ([name, each]) => [name, each.post.requestBody] as const,
  ),
].flatMap(([name, bodies]) => schemasIn(bodies, name))
const inBodies = operations.flatMap(({ name, operation }) => schemasIn(operation.requestBody?.content, name))

test('responses admit members and words that are added later, and requests those alone that they list', () => {
  const closed = inReplies.filter(
    ([, schema]) => schema['additionalProperties'] === false || 'enum' in schema,
  )
  assert.deepEqual(
    closed.map(([way]) => way),
    [],
  )
  const open = inBodies.filter(([way, schema]) => {
    const isObject = typeof schema['properties'] === 'object' && !way.endsWith('/properties')
    return (isObject && schema['additionalProperties'] !== false) || 'x-extensible-enum' in schema
  })
  assert.deepEqual(
    open.map(([way]) => way),
    [],
  )
})

test('what has members or words of its own and may be null is named, so that generators invent no names', () => {
  const unnamed = [...inReplies, ...inBodies].filter(([, schema]) => {
    const types = [schema['type']].flat()
    return types.includes('null') && (types.includes('object') || 'enum' in schema)
  })
  assert.deepEqual(
    unnamed.map(([way]) => way),
    [],
  )
})
