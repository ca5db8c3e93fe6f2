import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { holdTransaction, waitingForLocks } from '../../../test/lock-waits.ts'
import { enter, eventsOf } from '../../../test/register.ts'
import type { Transaction } from '../db/index.ts'
import { EventConsumer, listen, lockStream, stopListening, writeEvents, type OutboxEvent } from './index.ts'

const app = await startTestApp()
const { db, clock } = app

const eventOf = (mark: number): OutboxEvent => ({
  type: 'instrument.updated',
  siteId: null,
  occurredAt: clock.now().toISOString(),
  data: { mark },
})

/** Writes events as a change does that has no entry in the ledger. */
async function tell(tx: Transaction, ...marks: number[]): Promise<void> {
  await lockStream(tx)
  writeEvents(tx, marks.map(eventOf))
}

const commit = ({ id }: TestWorkspace, ...marks: number[]) => db.transaction(id, (tx) => tell(tx, ...marks))
const begin = ({ id }: TestWorkspace, name: string, expiresAt: string | null = null) =>
  db.transaction(id, (tx) => listen(tx, name, expiresAt))
const end = ({ id }: TestWorkspace, name: string) => db.transaction(id, (tx) => stopListening(tx, name))
const storedMarks = async ({ id }: TestWorkspace) =>
  (await eventsOf(app, id)).map(({ data }) => data.mark as number)

/** A consumer that notes the marks that it reads. */
function reader(name: string, eventsMax = 100, unheard: readonly string[] = []) {
  const marks: number[] = []
  const consumer = new EventConsumer({
    db,
    clock,
    name,
    unheard: async () => unheard,
    eventsMax,
    take: async (tx, events) => {
      tx.afterCommit(() => marks.push(...events.map(({ data }) => JSON.parse(data).mark as number)))
      return events.length
    },
  })
  return { marks, consumer }
}

test('a workspace without consumers writes no events, and one with a consumer writes all', async () => {
  const workspace = await app.workspace()
  await enter(app, workspace.key)
  assert.deepEqual(await eventsOf(app, workspace.id), [])
  await begin(workspace, 'one')
  await enter(app, workspace.key)
  assert.equal((await eventsOf(app, workspace.id)).length, 1)
  await end(workspace, 'one')
  assert.deepEqual(await eventsOf(app, workspace.id), [])
  await enter(app, workspace.key)
  assert.deepEqual(await eventsOf(app, workspace.id), [])
})

test('a new consumer waits for changes in progress, and each later change writes its event', async () => {
  const workspace = await app.workspace()
  const change = holdTransaction(app, workspace.id, (tx) => tell(tx, 1))
  await change.started
  const listening = begin(workspace, 'one')
  await waitingForLocks(app, 1)
  const later = commit(workspace, 2)
  await waitingForLocks(app, 2)
  await change.release()
  await Promise.all([listening, later])
  assert.deepEqual(await storedMarks(workspace), [2])
})

test('a change that started before a consumer, and locks the stream after it, writes its event', async () => {
  const workspace = await app.workspace()
  const listener = holdTransaction(app, workspace.id, (tx) => listen(tx, 'one'))
  await listener.started
  const entered = enter(app, workspace.key)
  await waitingForLocks(app, 1)
  await listener.release()
  await entered
  assert.equal((await eventsOf(app, workspace.id)).length, 1)
})

test('an event that is committed late is not skipped', async () => {
  const workspace = await app.workspace()
  await begin(workspace, 'late')
  const { marks, consumer } = reader('late')
  const early = holdTransaction(app, workspace.id, (tx) => tell(tx, 1, 2))
  await early.started
  // It waits for its position behind the one that is not committed yet.
  const late = commit(workspace, 3)
  await waitingForLocks(app, 1)
  await consumer.pollAll()
  assert.deepEqual(marks, [])
  await early.release()
  await late
  await consumer.pollAll()
  assert.deepEqual(marks, [1, 2, 3])
})

test('events are stored until the slowest consumer has read them', async () => {
  const workspace = await app.workspace()
  await begin(workspace, 'fast')
  await commit(workspace, 1)
  await begin(workspace, 'slow')
  await commit(workspace, 2, 3)
  const [fast, slow] = [reader('fast'), reader('slow', 1)]
  await fast.consumer.pollAll()
  assert.deepEqual(
    [fast.marks, await storedMarks(workspace)],
    [
      [1, 2, 3],
      [2, 3],
    ],
  )
  await slow.consumer.pollAll()
  assert.deepEqual([slow.marks, await storedMarks(workspace)], [[2, 3], []])
})

test('a consumer that is not renewed in time does not prevent deletion', async () => {
  const workspace = await app.workspace()
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()
  await begin(workspace, 'lasting')
  await begin(workspace, 'page', at(60))
  await commit(workspace, 1)
  const { consumer } = reader('lasting')
  clock.advance(50_000)
  await begin(workspace, 'page', at(60))
  clock.advance(50_000)
  await consumer.pollAll()
  assert.deepEqual(await storedMarks(workspace), [1])
  clock.advance(10_000)
  await consumer.pollAll()
  assert.deepEqual(await storedMarks(workspace), [])
  await end(workspace, 'lasting')
  await commit(workspace, 2)
  assert.deepEqual(await storedMarks(workspace), [])
})

test('a consumer that is renewed in time continues, and after its end starts again', async () => {
  const workspace = await app.workspace()
  const soon = () => new Date(clock.now().getTime() + 60_000).toISOString()
  assert.deepEqual(await begin(workspace, 'page', soon()), { isNew: true })
  assert.deepEqual(await begin(workspace, 'page', soon()), { isNew: false })
  clock.advance(60_000)
  await reader('another').consumer.pollAll()
  assert.deepEqual(await begin(workspace, 'page', soon()), { isNew: true })
})

test('a consumer that fails to process events reads them again', async () => {
  const workspace = await app.workspace()
  await begin(workspace, 'failing')
  await commit(workspace, 1)
  const parts = { db, clock, unheard: async () => [], name: 'failing', eventsMax: 10 }
  const failing = new EventConsumer({ ...parts, take: () => Promise.reject(new Error('not now')) })
  await assert.rejects(failing.pollAll(), /not now/)
  const { marks, consumer } = reader('failing')
  consumer.notified(workspace.id)
  await consumer.poll()
  assert.deepEqual(marks, [1])
})

test('a consumer that postpones events reads them again', async () => {
  const workspace = await app.workspace()
  await begin(workspace, 'full')
  await commit(workspace, 1, 2)
  const consumer = new EventConsumer({
    db,
    clock,
    name: 'full',
    unheard: async () => [],
    eventsMax: 10,
    take: async () => 0,
  })
  await consumer.pollAll()
  const { marks, consumer: later } = reader('full')
  await later.pollAll()
  assert.deepEqual(marks, [1, 2])
})

test('events can be written only by a transaction that has locked the stream of the workspace', async () => {
  const { id } = await app.workspace()
  const writing = db.transaction(id, async (tx) => writeEvents(tx, [eventOf(1)]))
  await assert.rejects(writing, /hold the stream/)
})

test('with any concurrent writers and readers, each event is read once', async () => {
  const changes = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 })
  await assertProperty(
    fc.asyncProperty(changes, fc.integer({ min: 1, max: 4 }), async (sizes, eventsMax) => {
      const workspace = await app.workspace()
      await begin(workspace, 'busy')
      const { marks, consumer } = reader('busy', eventsMax)
      // The same consumer in another process.
      const other = reader('busy', 2)
      let mark = 0
      const writing = sizes.map((size) =>
        commit(workspace, ...Array.from({ length: size }, () => (mark += 1))),
      )
      await Promise.all([...writing, consumer.pollAll(), other.consumer.pollAll()])
      await Promise.all([consumer.pollAll(), other.consumer.pollAll()])
      await consumer.pollAll()
      assert.deepEqual(
        [...marks, ...other.marks].toSorted((a, b) => a - b),
        Array.from({ length: mark }, (_, index) => index + 1),
      )
      assert.deepEqual(await storedMarks(workspace), [])
    }),
    { numRuns: 6 },
  )
})

test('an added consumer starts in existing workspaces with its first poll', async () => {
  const before = await app.workspace()
  await commit(before, 1)
  const { marks, consumer } = reader('added', 100, [before.id])
  await consumer.pollAll()
  await commit(before, 2)
  await consumer.pollAll()
  assert.deepEqual(marks, [2])
  await end(before, 'added')
  await consumer.pollAll()
  await commit(before, 3)
  assert.deepEqual(await storedMarks(before), [], 'one that was ended does not begin anew')
})
