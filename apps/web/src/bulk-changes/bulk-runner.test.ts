import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BulkChangeOutcome } from '@plumbline/contract'
import { doneOf, freshRun, START, type BulkRun } from './bulk-run.ts'
import { bulkRunner } from './bulk-runner.ts'
import { memoryRunStore, type RunStore } from './run-store.ts'

const IDS = ['a', 'b', 'c', 'd', 'e']
const begun = freshRun({
  key: 'k1',
  userId: 'u1',
  workspaceId: 'w1',
  subject: { ids: IDS, total: IDS.length },
  change: { grace_days: 3 },
  reason: 'Review',
  begunAt: '2026-11-21T14:03:00.000Z',
})
const failure = (status: number) => Object.assign(new Error('refused'), { status, code: 'X', details: {} })

interface Asked {
  readonly key: string
  readonly ids: readonly string[]
}

/** A window with a runner. Its server changes each id once for each key, as the real one does. */
function windowOn(
  store: RunStore,
  server: { answers: (Error | undefined)[]; asked: Asked[]; changed: Set<string> },
) {
  let later: (() => void) | undefined
  const delays: number[] = []
  const held: { gate?: Promise<void> } = {}
  const runner = bulkRunner({
    store,
    partAfter: async (_run, place) => {
      const from = place === START ? 0 : IDS.indexOf(place) + 1
      const ids = IDS.slice(from, from + 2)
      return { ids, next: from + 2 < IDS.length ? ids.at(-1)! : null }
    },
    ask: async ({ key }, ids) => {
      server.asked.push({ key, ids })
      await held.gate
      const outcomes = ids.map((id): BulkChangeOutcome => {
        const isRefused = id === 'd'
        if (!isRefused) server.changed.add(`${key}:${id}`)
        return {
          instrument_id: id,
          asset_tag: id,
          name: id,
          outcome: isRefused ? 'refused' : 'changed',
          error: isRefused ? { code: 'ASSET_RETIRED', message: 'Retired.' } : null,
        }
      })
      const answer = server.answers.shift()
      if (answer) throw answer
      return outcomes
    },
    after: (milliseconds, work) => {
      delays.push(milliseconds)
      later = work
      return () => (later = undefined)
    },
    alone: (_key, work) => work(),
    announce: () => undefined,
  })
  return { runner, delays, held, wind: () => later?.() }
}

const serverOf = (...answers: (Error | undefined)[]) => ({
  answers,
  asked: [] as Asked[],
  changed: new Set<string>(),
})

/** Waits until the runner shows what is asked for. */
function until(
  runner: ReturnType<typeof bulkRunner>,
  isSo: (run: BulkRun, waiting: string | null) => boolean,
) {
  return new Promise<BulkRun>((resolve) => {
    const look = () => {
      const [seen] = runner.runs()
      if (!seen || !isSo(seen.run, seen.waiting)) return
      stop()
      resolve(seen.run)
    }
    const stop = runner.subscribe(look)
    look()
  })
}
const done = ({ status }: BulkRun) => status === 'done'

describe('a change of many', () => {
  test('goes through all parts under one key and keeps what became of each', async () => {
    const [store, server] = [memoryRunStore(), serverOf()]
    const { runner } = windowOn(store, server)
    runner.take('u1')
    await runner.begin(begun)
    const run = await until(runner, done)
    assert.deepEqual(run.counts, { changed: 4, unchanged: 0, refused: 1 })
    assert.deepEqual(
      server.asked.map(({ key, ids }) => [key, ids.join('')]),
      [
        ['k1', 'ab'],
        ['k1', 'cd'],
        ['k1', 'e'],
      ],
    )
    const outcomes = await store.outcomesOf('k1')
    assert.deepEqual(
      outcomes.map(({ instrument_id: id, outcome }) => `${id} ${outcome}`),
      ['a changed', 'b changed', 'c changed', 'd refused', 'e changed'],
    )
  })

  test('whose window closed in the middle is taken up where it was by the next one', async () => {
    const [store, server] = [memoryRunStore(), serverOf()]
    const first = windowOn(store, server)
    const letGo = first.runner.take('u1')
    const gate = Promise.withResolvers<void>()
    await first.runner.begin(begun)
    await until(first.runner, (run) => doneOf(run) === 2)
    first.held.gate = gate.promise
    letGo()
    const second = windowOn(store, server)
    second.runner.take('u1')
    const run = await until(second.runner, done)
    gate.resolve()
    assert.equal(doneOf(run), 5)
    assert.deepEqual([...server.changed].toSorted(), ['k1:a', 'k1:b', 'k1:c', 'k1:e'])
  })

  test('asks again for the same part after a lost network, later and later', async () => {
    const [store, server] = [memoryRunStore(), serverOf(undefined, failure(0), failure(503))]
    const { runner, delays, wind } = windowOn(store, server)
    runner.take('u1')
    await runner.begin(begun)
    await until(runner, (_run, waiting) => waiting === 'network')
    wind()
    await until(runner, (_run, waiting) => waiting === 'server')
    wind()
    const run = await until(runner, done)
    assert.equal(doneOf(run), 5)
    assert.deepEqual(delays, [1000, 2000])
    assert.deepEqual(
      server.asked.map(({ ids }) => ids.join('')),
      ['ab', 'cd', 'cd', 'cd', 'e'],
    )
  })

  test('waits without asking again for somebody who has to sign in', async () => {
    const [store, server] = [memoryRunStore(), serverOf(failure(401))]
    const { runner, delays } = windowOn(store, server)
    runner.take('u1')
    await runner.begin(begun)
    await until(runner, (_run, waiting) => waiting === 'signed_out')
    assert.deepEqual(delays, [])
    runner.retryAll()
    assert.equal(doneOf(await until(runner, done)), 5)
  })

  test('stops at a refusal of the whole, says why, and goes on when it is told to', async () => {
    const [store, server] = [memoryRunStore(), serverOf(undefined, failure(403))]
    const { runner } = windowOn(store, server)
    runner.take('u1')
    await runner.begin(begun)
    const stopped = await until(runner, ({ status }) => status === 'stopped')
    assert.deepEqual([stopped.failure?.status, doneOf(stopped)], [403, 2])
    await runner.goOn('k1')
    const run = await until(runner, done)
    assert.deepEqual([run.failure, doneOf(run)], [null, 5])
  })

  test('that somebody stops keeps the part that was on its way, and can be given up', async () => {
    const [store, server] = [memoryRunStore(), serverOf()]
    const { runner, held } = windowOn(store, server)
    const gate = Promise.withResolvers<void>()
    held.gate = gate.promise
    runner.take('u1')
    await runner.begin(begun)
    await until(runner, ({ pending }) => pending !== null)
    await runner.stop('k1')
    gate.resolve()
    const stopped = await until(runner, (run) => doneOf(run) === 2)
    assert.equal(stopped.status, 'stopped')
    await runner.end('k1')
    const ended = await until(runner, ({ status }) => status === 'ended')
    assert.deepEqual([doneOf(ended), server.asked.length], [2, 1])
    await runner.goOn('k1')
    assert.equal((await store.read('k1'))?.status, 'ended')
  })

  test('keeps its report until the next one begins, and belongs to its person', async () => {
    const [store, server] = [memoryRunStore(), serverOf()]
    const { runner } = windowOn(store, server)
    const letGo = runner.take('u1')
    await runner.begin(begun)
    await until(runner, done)
    await runner.see('k1')
    assert.equal((await store.outcomesOf('k1')).length, 5)
    await runner.begin({ ...begun, key: 'k2' })
    await until(runner, (run) => run.key === 'k2' && done(run))
    assert.deepEqual(await store.outcomesOf('k1'), [])
    letGo()
    assert.deepEqual(runner.runs(), [])
    runner.take('u2')
    await runner.reread()
    assert.deepEqual(runner.runs(), [])
  })
})
