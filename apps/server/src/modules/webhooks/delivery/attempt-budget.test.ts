import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualTimers } from '@plumbline/testing'
import { AttemptBudget, type Slot } from './attempt-budget.ts'

const LIMITS = { fast: 6, fastOfWorkspace: 4, slow: 3, slowOfWorkspace: 2, slowAfterMs: 1000 }
const ignore = () => undefined

function budgetWithTimers() {
  const timers = new ManualTimers()
  return { timers, budget: new AttemptBudget(LIMITS, timers.start) }
}

const free = (slots: readonly Slot[]) => {
  for (const slot of slots) slot.free()
}

test('a workspace gets its share of the attempts and leaves the rest to others', () => {
  const { budget } = budgetWithTimers()
  assert.equal(budget.take('flooding', false, 100, ignore).length, 4)
  assert.equal(budget.take('flooding', false, 1, ignore).length, 0)
  assert.equal(budget.take('quiet', false, 100, ignore).length, 2)
})

test('a slow attempt frees its slot, and waiting workspaces are called in their order', () => {
  const { budget, timers } = budgetWithTimers()
  budget.take('hanging', false, 4, ignore)
  budget.take('busy', false, 2, ignore)
  const called: string[] = []
  assert.equal(budget.take('second', false, 1, () => called.push('second')).length, 0)
  assert.equal(budget.take('third', false, 1, () => called.push('third')).length, 0)
  timers.advance(1000)
  assert.deepEqual(called, ['second', 'third'])
  assert.equal(budget.take('second', false, 4, ignore).length, 4)
})

test('receivers that are known to be slow do not delay fast ones', () => {
  const { budget } = budgetWithTimers()
  assert.equal(budget.take('dead', true, 100, ignore).length, 2)
  assert.equal(budget.take('dying', true, 100, ignore).length, 1)
  assert.equal(budget.take('dead', false, 100, ignore).length, 4)
})

test('an attempt that is freed is offered to the workspace that had used its share', () => {
  const { budget } = budgetWithTimers()
  const slots = budget.take('one', false, 4, ignore)
  let calls = 0
  budget.take('one', false, 1, () => (calls += 1))
  free(slots)
  assert.equal(calls, 1)
  assert.equal(budget.take('one', false, 100, ignore).length, 4)
})

test('attempts that became slow count as slow ones until they end, even beyond the limit', () => {
  const { budget, timers } = budgetWithTimers()
  const slots = budget.take('one', false, 4, ignore)
  assert.deepEqual(
    slots.map((slot) => slot.isSlow),
    [false, false, false, false],
  )
  timers.advance(1000)
  assert.deepEqual(
    slots.map((slot) => slot.isSlow),
    [true, true, true, true],
  )
  assert.equal(budget.take('other', true, 1, ignore).length, 0)
  free(slots)
  assert.equal(budget.take('other', true, 1, ignore).length, 1)
})
