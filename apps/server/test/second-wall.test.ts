import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Queries } from '../src/platform/db/index.ts'
import { startTestApp } from './app.ts'
import { enterInstrument, subscribe } from './webhooks.ts'

const app = await startTestApp()

/** What statements see that forget to ask for a workspace. */
const seen = async (queries: Queries) => {
  const [row] = await queries.rows<{ keys: string[]; events: string[] }>(sql`
    select (select array_agg(distinct workspace_id) from api_keys) as keys,
      (select array_agg(distinct workspace_id) from outbox) as events`)
  return row!
}

test('in a workspace, keys and events of others are neither seen nor written', async () => {
  const [mine, other] = [await app.workspace(), await app.workspace()]
  for (const workspace of [mine, other]) {
    await subscribe(app, workspace, { url: 'http://127.0.0.1:1/' })
    await enterInstrument(app, workspace)
  }
  assert.deepEqual(await seen(app.db.in(mine.id)), { keys: [mine.id], events: [mine.id] })
  await app.db.transaction(mine.id, async (tx) => {
    for (const statement of [
      sql`update api_keys set revoked_at = now() returning workspace_id as id`,
      sql`delete from outbox returning workspace_id as id`,
    ])
      assert.deepEqual(
        new Set((await tx.rows<{ id: string }>(statement)).map(({ id }) => id)),
        new Set([mine.id]),
      )
  })
  assert.deepEqual((await seen(app.db.global)).events, [other.id])
})

test('outside every workspace, keys are found and events are removed, and neither is written', async () => {
  const { global } = app.db
  const { keys, events } = await seen(global)
  assert.ok(keys.length > 1 && events.length > 0)
  assert.deepEqual(await global.rows(sql`update api_keys set revoked_at = null returning key_id`), [])
  await assert.rejects(global.rows(sql`update outbox set data = '{}'`), /row-level security/)
  await assert.rejects(global.rows(sql`insert into outbox select * from outbox`), /row-level security/)
  assert.ok((await global.rows(sql`delete from outbox returning position`)).length > 0)
})
