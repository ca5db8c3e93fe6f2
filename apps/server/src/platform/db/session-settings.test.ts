import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withClient } from '../../../test/cluster.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { newId } from '../ids.ts'
import { openDatabase, sql, type Database } from './index.ts'
import { onOwnConnection } from './migration-connection.ts'

/** Defaults of a database that other applications may want, and that would change what statements return or how long they take. */
const FOREIGN_SETTINGS = [
  `timezone = 'Asia/Tokyo'`,
  `datestyle = 'German'`,
  'array_nulls = off',
  'standard_conforming_strings = off',
  `default_transaction_isolation = 'serializable'`,
  'jit = on',
  'max_parallel_workers_per_gather = 4',
]

let database: TestDatabase
let db: Database

before(async () => {
  database = await createTestDatabase()
  await withClient(database.url, async (client) => {
    const name = new URL(database.url).pathname.slice(1)
    for (const setting of FOREIGN_SETTINGS) await client.query(`alter database ${name} set ${setting}`)
  })
  db = openDatabase({
    connection: database.connection,
    poolSize: 2,
    role: undefined,
    onIdleError: () => undefined,
  })
})

after(async () => {
  await db.close()
  await database.drop()
})

const shown = sql`
  select date '2026-03-02' as day, '2026-03-01T15:00:00Z'::timestamptz as at, '\\d' as pattern,
    '{null}'::text[] as items, current_setting('transaction_isolation') as isolation, current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`

test('statements return the same and are not compiled, whatever the settings of the database are', async () => {
  const alone = await db.connect('long_reads')
  const found = {
    requests: await db.global.rows(shown),
    workspaces: await db.in(newId()).rows(shown),
    background: await db.background.global.rows(shown),
    long_reads: (await alone.query(shown.text)).rows,
    migrations: await onOwnConnection(
      database.connection,
      async (client) => (await client.query(shown.text)).rows,
    ),
  }
  await alone.end()
  for (const [kind, rows] of Object.entries(found)) {
    const expected = {
      day: '2026-03-02',
      at: '2026-03-01T15:00:00.000Z',
      pattern: String.raw`\d`,
      items: [null],
      isolation: 'read committed',
      jit: 'off',
      workers: '0',
    }
    assert.deepEqual(rows, [expected], kind)
  }
})
