import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HANG_MS } from '@plumbline/testing'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { newId } from '../ids.ts'
import {
  countDatabaseUse,
  noDatabaseUse,
  openDatabase,
  raw,
  sql,
  type Database,
  type Transaction,
} from './index.ts'

let database: TestDatabase
let db: Database

before(async () => {
  database = await createTestDatabase()
  db = openDatabase({
    connection: database.connection,
    poolSize: 2,
    role: undefined,
    requestDeadlineMs: HANG_MS,
    onIdleError: assert.fail,
  })
  await db.global.rows(sql`create table step (place int primary key, saw bigint)`)
})

after(async () => {
  await db.close()
  await database.drop()
})

/** Notes a step with how many were there before it. */
const step = (place: number) => sql`insert into step select ${place}::int, count(*) from step`

const inTransaction = (work: (tx: Transaction) => Promise<unknown>) => db.transaction(newId(), work)

const steps = () =>
  db.global.rows<{ place: number; saw: number }>(sql`select place, saw from step order by saw`)

test('sent statements run in order, before later ones and with the commit', async () => {
  await inTransaction(async (tx) => {
    tx.send([step(1), step(2)])
    await tx.rows(step(3))
    tx.send([step(4)])
    assert.deepEqual(await tx.batch([sql`select count(*) as n from step`, step(5)]), [[{ n: 4 }], []])
    tx.send([step(6)])
  })
  assert.deepEqual(
    await steps(),
    [1, 2, 3, 4, 5, 6].map((place) => ({ place, saw: place - 1 })),
  )
  await db.global.rows(sql`delete from step`)
})

test('statements that are sent before a response is awaited count as one round trip', async () => {
  const use = noDatabaseUse()
  await countDatabaseUse(use, () =>
    inTransaction(async (tx) => {
      await tx.batch([step(1), step(2)])
      await Promise.all([tx.rows(step(3)), tx.rows(step(4))])
      tx.send([sql`delete from step`])
    }),
  )
  const { statements, roundTrips } = use
  // Opening, four steps, deletion and commit, whatever number of statements the opening is.
  assert.ok(statements >= 7)
  assert.equal(roundTrips, 3)
})

const failures: [when: string, work: (tx: Transaction) => Promise<unknown>][] = [
  [
    'before another statement',
    async (tx) => {
      tx.send([step(1), step(1), step(2)])
      await tx.rows(step(3))
    },
  ],
  [
    'with the commit',
    async (tx) => {
      await tx.rows(step(1))
      tx.send([step(1)])
    },
  ],
]

for (const [when, work] of failures) {
  test(`a sent statement that fails ${when} rolls the transaction back with its error`, async () => {
    await assert.rejects(inTransaction(work), { code: '23505', constraint: 'step_pkey' })
    assert.deepEqual(await steps(), [])
  })
}

test('statements that were sent before the work failed have no effect', async () => {
  const refusal = new Error('refused')
  await assert.rejects(
    inTransaction(async (tx) => {
      tx.send([step(1)])
      throw refusal
    }),
    refusal,
  )
  assert.deepEqual(await steps(), [])
})

test('a connection serves the next caller after a statement failed', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    await assert.rejects(db.in(newId()).batch([sql`select 1`, sql`select 1 / 0`, sql`select 2`]), {
      code: '22012',
    })
    await assert.rejects(db.global.rows(sql`select 1 / 0`), { code: '22012' })
    assert.deepEqual(await db.in(newId()).rows(sql`select 1 as n`), [{ n: 1 }])
  }
})

test('a transaction is restarted if another one took its place in the ledger, and not for other keys', async () => {
  const collide = (key: string) =>
    raw(`do $$ begin raise exception using errcode = '23505', constraint = '${key}'; end $$`)
  let attempts = 0
  await inTransaction(async (tx) => {
    attempts += 1
    if (attempts === 1) await tx.rows(collide('ledger_entries_pkey'))
  })
  assert.equal(attempts, 2)
  await assert.rejects(
    inTransaction(async (tx) => {
      attempts += 1
      await tx.rows(collide('instruments_pkey'))
    }),
    { code: '23505' },
  )
  assert.equal(attempts, 3)
})
