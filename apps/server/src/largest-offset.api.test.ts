import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, PAGE_OFFSET_MAX, type Operation } from '@plumbline/contract'
import { startTestApp } from '../test/app.ts'

const app = await startTestApp()

test('every list takes the largest offset that is promised, and refuses the next', async () => {
  const { key } = await app.workspace()
  const lists = Object.values<Operation>(operations).filter(
    ({ method, path, query }) =>
      method === 'GET' && !path.includes('{') && query && 'offset' in query.properties,
  )
  assert.ok(lists.length >= 5)
  for (const { path } of lists) {
    const largest = await app.call('GET', `${path}?offset=${PAGE_OFFSET_MAX}`, { key })
    assert.deepEqual([path, largest.status, largest.body.data], [path, 200, []])
    const next = await app.call('GET', `${path}?offset=9007199254740992`, { key })
    assert.deepEqual([path, next.status, next.body.code], [path, 422, 'VALIDATION_ERROR'])
  }
})
