import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentAfter, EMPTY_CONTENT } from './content-after.ts'

/** New ids in their order. */
function ids(): () => string {
  let count = 0
  return () => `new-${(count += 1)}`
}

const after = (stated: object, before: object = {}) =>
  contentAfter({ ...EMPTY_CONTENT, title: 'Calipers', ...before }, stated, ids())

test('a new procedure has only a title', () => {
  for (const [member, value] of Object.entries(EMPTY_CONTENT))
    assert.deepEqual(value, Array.isArray(value) ? [] : null, member)
})

test('members that are not sent are kept, and those sent empty are emptied', () => {
  const before = { scope: '0 to 150 mm', grace_days: 3, budgets: [{ id: 'b' }], points: [{ id: 'p' }] }
  assert.deepEqual(after({ title: 'Depth gauges', scope: null, grace_days: undefined }, before), {
    ...EMPTY_CONTENT,
    ...before,
    title: 'Depth gauges',
    scope: null,
  })
  const emptied = after({ budgets: [], points: [] }, before)
  assert.deepEqual([emptied.budgets, emptied.points], [[], []])
})

test('points and budgets keep the IDs that the draft has, once each, and others get new ones', () => {
  const before = { budgets: [{ id: 'b1' }, { id: 'b2' }], points: [{ id: 'p1' }] }
  const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id)
  const { budgets, points } = after(
    {
      budgets: [{ id: 'b2' }, { id: 'b2' }, { id: 'foreign' }, {}],
      points: [{ id: 'p1' }, { id: 'p1' }, { id: null }, {}],
    },
    before,
  )
  assert.deepEqual(idsOf(budgets), ['b2', 'new-1', 'new-2', 'new-3'])
  assert.deepEqual(idsOf(points), ['p1', 'new-4', 'new-5', 'new-6'])
})

test('points follow the new ids of their budgets', () => {
  const sent = {
    budgets: [{ id: 'kept' }, { id: 'foreign' }],
    points: [
      { budget_id: 'kept' },
      { budget_id: 'foreign' },
      { budget_id: 'unknown' },
      { budget_id: null },
      {},
    ],
  }
  const { points } = after(sent, { budgets: [{ id: 'kept' }] })
  assert.deepEqual(
    points.map(({ budget_id: budget }) => budget),
    ['kept', 'new-1', 'unknown', null, null],
  )
  const alone = after({ points: [{ budget_id: 'kept' }] }, { budgets: [{ id: 'kept' }] })
  assert.equal(alone.points[0]?.budget_id, 'kept')
})

test('a point has one reading, unless it states another number', () => {
  const { points } = after({ points: [{}, { repeats: 5 }, { repeats: null }] })
  assert.deepEqual(
    points.map(({ repeats }) => repeats),
    [1, 5, 1],
  )
})
