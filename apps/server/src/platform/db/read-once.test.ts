import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { readOnce } from './read-once.ts'
import { sql } from './sql.ts'

const app = await sharedTestApp()

test('a statement runs once for the same values, and again for others', async () => {
  const { id } = await app.workspace()
  const queries = readOnce(app.db.in(id))
  const draw = (bound: number) =>
    queries.rows<{ drawn: string }>(sql`select gen_random_uuid() as drawn, ${bound}::integer as bound`)
  const [first, again, other] = await Promise.all([draw(1), draw(1), draw(2)])
  assert.deepEqual(first, again)
  assert.notDeepEqual(first, other)
  assert.equal(queries.workspaceId, id)
})
