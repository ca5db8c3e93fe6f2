import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { Client } from 'pg'
import { applyMigrations, knownMigrations, planMigrations } from '../../src/platform/db/index.ts'
import { createTestDatabase } from '../database.ts'
import { loadDump } from './load-dump.ts'

const packed = await readFile(new URL('0.1.0/database.sql.br', import.meta.url))
const dump = brotliDecompressSync(packed).toString()
const database = await createTestDatabase({
  hash: createHash('sha256').update(dump).digest('hex'),
  fill: ({ connectionString }) => loadDump(connectionString, dump),
})
const client = new Client(database.connection)
await client.connect()
after(async () => {
  await client.end()
  await database.drop()
})

/** Locks that some statement waits for which only reads or writes rows, by the word that a plan has for them. */
const LOCKS_FELT = {
  AccessExclusiveLock: 'moment',
  ShareRowExclusiveLock: 'moment',
  ExclusiveLock: 'moment',
  ShareLock: 'read',
} as const

/** Returns the locks that a migration in the open transaction holds on tables that existed before. */
async function locksHeld(before: ReadonlyMap<number, { name: string; file: number }>) {
  const { rows } = await client.query<{ oid: number; modes: string[]; file: number }>(`
    select relation as oid, array_agg(distinct mode) as modes, max(c.relfilenode) as file
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.locktype = 'relation' and c.relkind = 'r'
    group by relation`)
  return Object.fromEntries(
    rows.flatMap(({ oid, modes, file }) => {
      const table = before.get(oid)
      const felt = modes.map((mode) => LOCKS_FELT[mode as keyof typeof LOCKS_FELT])
      if (table === undefined || felt.every((lock) => lock === undefined)) return []
      const lock = file !== table.file ? 'rewrite' : felt.includes('read') ? 'read' : 'moment'
      return [[table.name, lock]]
    }),
  )
}

async function tables() {
  const { rows } = await client.query<{ oid: number; name: string; file: number }>(`
    select oid, relname as name, relfilenode as file from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  return new Map(rows.map(({ oid, ...table }) => [oid, table]))
}

test('the plan of a migration names the tables of a release that it locks, and how', async () => {
  const plan = new Map((await planMigrations(database.connection)).map((each) => [each.name, each]))
  const texts = new Map((await knownMigrations()).map(({ name, text }) => [name, text]))
  assert.ok(plan.size > 30)
  for (const [name, { locks }] of plan) {
    await client.query('begin')
    const before = await tables()
    await client.query(texts.get(name)!)
    assert.deepEqual(await locksHeld(before), locks, name)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, ''])
    await client.query('commit')
  }
  assert.deepEqual(await planMigrations(database.connection), [])
  assert.deepEqual(await applyMigrations(database.connection), [], 'what was planned is what is applied')
})
