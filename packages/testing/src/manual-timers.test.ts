import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualTimers } from './manual-timers.ts'

test('timers run in the order of their ends, each at its time, including those started meanwhile', () => {
  const timers = new ManualTimers()
  const ran: [name: string, at: number][] = []
  const note = (name: string) => () => void ran.push([name, timers.now()])
  timers.start(note('late'), 20)
  timers.start(() => timers.start(note('started by another'), 5), 10)
  const cancel = timers.start(note('canceled'), 1)
  cancel()
  timers.advance(14)
  assert.deepEqual(ran, [])
  timers.advance(16)
  assert.deepEqual(ran, [
    ['started by another', 15],
    ['late', 20],
  ])
  assert.equal(timers.now(), 30)
})
