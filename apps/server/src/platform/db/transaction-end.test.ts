import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '@plumbline/testing'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { Deadline, DeadlinePassed, currentDeadline } from '../deadline.ts'
import { UnavailableError } from '../errors.ts'
import { newId } from '../ids.ts'
import { openDatabase, sql, type Database, type Transaction } from './index.ts'
import { timeLimitsOf } from './time-limits.ts'

const SHORT_MS = 200

let database: TestDatabase
let db: Database
/** The same with requests that are given little time. */
let hasty: Database
const reported: Error[] = []

before(async () => {
  database = await createTestDatabase()
  const options = {
    connection: database.connection,
    poolSize: 2,
    role: undefined,
    onIdleError: () => undefined,
    onActionError: (error: Error) => reported.push(error),
  }
  db = openDatabase(options)
  hasty = openDatabase({ ...options, requestDeadlineMs: SHORT_MS })
  await db.global.rows(sql`create table note (place int primary key)`)
})

after(async () => {
  await Promise.all([db.close(), hasty.close()])
  // Statements that were left behind still run, on connections that nobody has any more.
  await database.drop(0)
})

const note = (place: number) => sql`insert into note values (${place}::int)`
const notes = async () =>
  (await db.global.rows<{ place: number }>(sql`select place from note order by place`)).map(
    ({ place }) => place,
  )
const forgetNotes = () => db.global.rows(sql`delete from note`)

/** Settles when the deadline of the work that asks has passed. */
const deadlineToPass = () => new Promise<void>((resolve) => currentDeadline()!.onPassed(resolve))

test('an action after the commit that throws changes nothing of the response, and others still run', async () => {
  const done: string[] = []
  const failure = new Error('nobody there')
  const stop = db.onNotified(() => {
    throw failure
  })
  const stopOther = db.onNotified(({ topic }) => done.push(topic))
  const value = await db.transaction(newId(), async (tx) => {
    tx.afterCommit(() => {
      throw failure
    })
    tx.notify('events')
    await tx.rows(note(1))
    return 'response'
  })
  stop()
  stopOther()
  assert.equal(value, 'response')
  assert.deepEqual(done, ['events'])
  assert.deepEqual(reported, [failure, failure])
  assert.deepEqual(await notes(), [1])
  await forgetNotes()
})

test('a statement that is sent after its transaction ended throws, and runs nowhere', async () => {
  const refusal = new Error('refused')
  for (const end of ['commit', 'rollback']) {
    let kept: Transaction | undefined
    const ended = db.transaction(newId(), async (tx) => {
      kept = tx
      await tx.rows(sql`select 1`)
      if (end === 'rollback') throw refusal
    })
    await (end === 'commit' ? ended : assert.rejects(ended, refusal))
    const late = /after its transaction ended/
    await assert.rejects(kept!.rows(note(2)), late)
    assert.throws(() => kept!.send([note(2)]), late)
  }
  assert.deepEqual(await notes(), [])
})

test('reads of one snapshot see nothing that was committed after the first, and cannot write', async () => {
  await db.snapshot(newId(), async (queries) => {
    const count = () => queries.rows(sql`select count(*) as n from note`)
    assert.deepEqual(await count(), [{ n: 0 }])
    await db.global.rows(note(3))
    assert.deepEqual(await count(), [{ n: 0 }])
    assert.deepEqual(await queries.batch([sql`select 1 as n`, sql`select 2 as n`]), [[{ n: 1 }], [{ n: 2 }]])
  })
  await assert.rejects(
    db.snapshot(newId(), (queries) => queries.rows(note(4))),
    { code: '25006' },
  )
  assert.deepEqual(await notes(), [3])
  await forgetNotes()
})

test('a server on which nothing can be written counts as unreachable, and its connection is not used again', async () => {
  const pidOf = async (tx: Transaction) =>
    (await tx.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid
  let pid: number | undefined
  await assert.rejects(
    db.transaction(newId(), async (tx) => {
      pid = await pidOf(tx)
      await tx.batch([sql`set transaction read only`, note(5)])
    }),
    UnavailableError,
  )
  assert.notEqual(await db.transaction(newId(), pidOf), pid)
  assert.deepEqual(await notes(), [])
})

test('work whose deadline has passed commits nothing, and its connection is used again', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    let working: Promise<unknown> | undefined
    await assert.rejects(
      new Deadline(50).run(() => {
        working = db.transaction(newId(), async (tx) => {
          await tx.rows(note(5))
          await deadlineToPass()
        })
        return working as Promise<void>
      }),
      DeadlinePassed,
    )
    await assert.rejects(working!, UnavailableError)
  }
  assert.deepEqual(await notes(), [])
})

test('a statement that the database does not respond to is left at the deadline', async () => {
  await assert.rejects(
    new Deadline(50).run(() => db.global.rows(sql`select pg_sleep(60)`)),
    DeadlinePassed,
  )
  assert.deepEqual(await notes(), [])
})

test('a request that waits for a free connection gets a response at the deadline, and the connection is not lost', async () => {
  const held = Promise.withResolvers<void>()
  const begun: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()]
  const holders = begun.map(({ resolve }) =>
    db.transaction(newId(), async (tx) => {
      await tx.rows(sql`select 1`)
      resolve()
      await held.promise
    }),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  const waiting = Array.from({ length: 5 }, () => new Deadline(50).run(() => notes()))
  for (const one of waiting) await assert.rejects(one, DeadlinePassed)
  held.resolve()
  await Promise.allSettled(holders)
  assert.deepEqual(await Promise.all([notes(), notes(), notes()]), [[], [], []])
})

test('a lock or a statement that takes too long counts as an unavailable database, and its connection is used again', async () => {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = db.transaction(newId(), async (tx) => {
    await tx.rows(sql`lock table note in access exclusive mode`)
    locked.resolve()
    await held.promise
  })
  await locked.promise
  await assert.rejects(hasty.global.rows(note(6)), (error: Error) => {
    assert.ok(error instanceof UnavailableError)
    return (error.cause as { code: string }).code === '55P03'
  })
  held.resolve()
  await holder
  await assert.rejects(hasty.global.rows(sql`select pg_sleep(60)`), UnavailableError)
  const serves = () =>
    hasty.global.rows(sql`select 1`).then(
      () => true,
      () => false,
    )
  await until(serves, 'a response on a connection whose statement took too long')
  assert.deepEqual(await notes(), [])
})

test('each kind of connection has its limits of statements, locks and idle transactions', async () => {
  const shown = sql`
    select setting::int as ms from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name desc`
  const alone = await hasty.connect('long_reads')
  const found = {
    requests: await hasty.global.rows(shown),
    background: await hasty.background.global.rows(shown),
    long_reads: (await alone.query(shown.text)).rows,
  }
  await alone.end()
  for (const [kind, rows] of Object.entries(found)) {
    const limits = timeLimitsOf(kind as keyof typeof found, SHORT_MS)
    assert.deepEqual(
      rows,
      [limits.statementMs, limits.lockMs, limits.idleInTransactionMs].map((ms) => ({ ms })),
      kind,
    )
  }
})
