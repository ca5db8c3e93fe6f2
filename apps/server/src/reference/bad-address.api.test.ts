import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations, type Operation } from '@plumbline/contract'
import { sharedTestApp } from '../../test/app.ts'
import { publicApiDocument } from './public-api.ts'

const app = await sharedTestApp()
const { paths } = publicApiDocument() as unknown as {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>
}

test('every operation with parameters in its path refuses bad percent-encoding with 400, as documented', async () => {
  const { key } = await app.workspace()
  const table: readonly Operation[] = Object.values(operations)
  const withPlaces = table.filter(({ path }) => path.includes('{'))
  assert.ok(withPlaces.length > 10)
  for (const { method, path } of withPlaces) {
    const response = await app.call(method, path.replaceAll(/\{\w+\}/g, '%zz'), { key })
    assert.deepEqual([response.status, response.body.code], [400, 'INVALID_REQUEST'], `${method} ${path}`)
    assert.ok('400' in paths[path]![method.toLowerCase()]!.responses, `${method} ${path}`)
  }
})

test('an operation that asks for nothing names no 400', () => {
  assert.ok(!('400' in paths['/ledger/key']!['get']!.responses))
})
