import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, PAGE_OFFSET_MAX, type Operation } from '@plumbline/contract'
import { sharedTestApp } from '../test/app.ts'

const app = await sharedTestApp()

test('every list accepts the largest documented offset, and refuses the next', async () => {
  const { key } = await app.workspace()
  const lists = Object.values<Operation>(operations).filter(
    ({ method, path, query }) =>
      method === 'GET' && !path.includes('{') && query && 'offset' in query.properties,
  )
  assert.ok(lists.length >= 5)
  for (const { path, query } of lists) {
    const asked = (offset: string) =>
      `${path}?${String(new URLSearchParams({ ...requiredOf(query!), offset }))}`
    const largest = await app.call('GET', asked(String(PAGE_OFFSET_MAX)), { key })
    assert.deepEqual([path, largest.status, largest.body.data], [path, 200, []])
    const next = await app.call('GET', asked('9007199254740992'), { key })
    assert.deepEqual([path, next.status, next.body.code], [path, 422, 'VALIDATION_ERROR'])
  }
})

/** A value for each parameter that a list cannot do without: the first of those that it takes. */
function requiredOf({ required, properties }: NonNullable<Operation['query']>): Record<string, string> {
  const names: readonly string[] = required ?? []
  const schemas = names.map(
    (name) => [name, properties[name] as { default?: unknown; enum?: string[] }] as const,
  )
  const needed = schemas.filter(([, schema]) => schema.default === undefined)
  return Object.fromEntries(needed.map(([name, schema]) => [name, schema.enum![0]!]))
}
