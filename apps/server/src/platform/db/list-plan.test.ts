import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { LOOKED_UP_STEP_COST, planPage, type PageRequest } from './list-plan.ts'

/** The rows that a plan reads from a list of numbers. */
function carryOut(list: readonly number[], plan: ReturnType<typeof planPage>): number[] {
  const read = (plan.fromEnd ? list.toReversed() : list).slice(plan.skip, plan.skip + plan.take)
  return plan.fromEnd ? read.toReversed() : read
}

const request = fc.record({
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.nat(400),
  total: fc.nat(300),
  walked: fc.nat(10_000),
})

test('a plan reads exactly the rows of its page', () => {
  assertProperty(
    fc.property(request, (page) => {
      const list = Array.from({ length: page.total }, (_, place) => place)
      assert.deepEqual(carryOut(list, planPage(page)), list.slice(page.offset, page.offset + page.limit))
    }),
  )
})

test('never more than half of the list is skipped', () => {
  assertProperty(
    fc.property(request, (page) => {
      const { skip, take } = planPage(page)
      assert.ok(take === 0 || skip <= page.total / 2)
    }),
  )
})

const ways: [title: string, page: PageRequest, way: 'walk' | 'gather'][] = [
  ['a list without filter', { limit: 50, offset: 0, total: 1_000_000, walked: 1_000_000 }, 'walk'],
  ['a tenth of a large list', { limit: 50, offset: 0, total: 100_000, walked: 1_000_000 }, 'walk'],
  ['five rows of a large list', { limit: 50, offset: 0, total: 5, walked: 1_000_000 }, 'gather'],
  ['five rows of a small list', { limit: 50, offset: 0, total: 5, walked: 10 }, 'walk'],
  [
    'a tenth that may lie together at the end',
    { limit: 50, offset: 0, total: 100_000, walked: 1_000_000, liesTogether: true },
    'gather',
  ],
  [
    'nearly everything, wherever it lies',
    { limit: 50, offset: 0, total: 950_000, walked: 1_000_000, liesTogether: true },
    'walk',
  ],
  [
    'the middle of nearly everything, where each step is looked up',
    {
      limit: 50,
      offset: 450_000,
      total: 950_000,
      walked: 1_000_000,
      liesTogether: true,
      stepCost: LOOKED_UP_STEP_COST,
    },
    'gather',
  ],
]
for (const [title, page, way] of ways) {
  test(`${title}: ${way}`, () => assert.equal(planPage(page).way, way))
}
