import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test, type TestContext } from 'node:test'
import { gapOf, Pace } from './pace.ts'
import { wait } from './wait.ts'
import { skipWaits } from '../test/skip-waits.ts'

test('a gap is needed below a tenth of the limit, within a minute of its reset', () => {
  const cases: [limit: number, remaining: number, resetSeconds: number, gapMs: number | undefined][] = [
    [100, 10, 60, undefined],
    [100, 9, 60, 6000],
    [100, 9, 61, undefined],
    [100, 9, 0, 0],
    [100, 9, -1, undefined],
    [100, 0, 10, 10_000],
    [Number.NaN, 0, 10, undefined],
    [100, Number.NaN, 10, undefined],
    [100, 0, Number.NaN, undefined],
  ]
  for (const [limit, remaining, reset, gapMs] of cases) {
    const expected = gapMs === undefined ? undefined : { gapMs, forMs: reset * 1000 }
    assert.deepEqual(gapOf(limit, remaining, reset), expected, [limit, remaining, reset].join())
  }
})

/** Says how long turns wait, one after the other, on a clock that the waits move. */
function paced(t: TestContext) {
  let now = 1000
  t.mock.method(Date, 'now', () => now)
  const waits = skipWaits(t)
  const pace = new Pace()
  const note = (limit: number, remaining: number, reset: number) =>
    pace.note(
      new Headers({
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(reset),
      }),
    )
  const turns = async (count: number) => {
    waits.length = 0
    await Promise.all(Array.from({ length: count }, () => pace.turn(undefined)))
    return [...waits]
  }
  return { pace, note, turns, advance: (ms: number) => (now += ms) }
}

test('requests at once wait a gap each, until the window is over', async (t) => {
  const { note, turns, advance } = paced(t)
  assert.deepEqual(await turns(3), [])
  note(100, 3, 20)
  assert.deepEqual(await turns(5), [5000, 10_000, 15_000, 20_000, 20_000])
  advance(20_000)
  assert.deepEqual(await turns(2), [])
})

test('a request after a pause goes at once, and one that comes too early waits for the rest of its gap', async (t) => {
  const { note, turns, advance } = paced(t)
  note(100, 3, 20)
  advance(1000)
  assert.deepEqual(await turns(1), [4000])
  advance(4000)
  assert.deepEqual(await turns(1), [5000])
  advance(7000)
  assert.deepEqual(await turns(1), [3000])
})

test('a response that has enough left ends the gaps, and one without the headers too', async (t) => {
  const { pace, note, turns } = paced(t)
  note(100, 3, 20)
  note(100, 50, 20)
  assert.deepEqual(await turns(2), [])
  note(100, 3, 20)
  pace.note(new Headers())
  assert.deepEqual(await turns(2), [])
})

test('what was said before never shortens a gap', async (t) => {
  const { note, turns } = paced(t)
  note(100, 0, 20)
  note(100, 9, 10)
  assert.deepEqual(await turns(2), [10_000, 10_000])
})

test('a wait ends with the reason of its signal, at once where that was aborted before', async () => {
  const reason = new Error('enough')
  await assert.rejects(wait(1_000_000, AbortSignal.abort(reason)), reason)
  const controller = new AbortController()
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const waiting = wait(1_000_000, controller.signal)
  controller.abort(reason)
  await assert.rejects(waiting, reason)
  assert.equal(timers(), before, 'no timer is left that would keep the process alive')
  const { signal } = new AbortController()
  await wait(0, signal)
  // A signal that outlasts many calls would gather them.
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  await wait(0, undefined)
})
