import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import { chooseBasis, type BasisCandidate } from './basis.ts'

const record = (
  ledgerIndex: number,
  performedAt: string,
  rest: Partial<BasisCandidate> = {},
): BasisCandidate => ({
  id: `record ${ledgerIndex}`,
  result: 'PASS',
  performedAt,
  ledgerIndex,
  chainFirstLedgerIndex: ledgerIndex,
  approved: true,
  supersededById: null,
  voided: false,
  ...rest,
})
const basisId = (records: BasisCandidate[]) => chooseBasis(records)?.id ?? null

const JANUARY = '2026-01-10T08:00:00.000Z'
const MARCH = '2026-03-10T08:00:00.000Z'

test('the last by performance counts, however late an older one is appended', () => {
  assert.equal(basisId([record(1, MARCH), record(2, JANUARY)]), 'record 1')
  assert.equal(chooseBasis([]), null)
})

test('pending, superseded and voided records do not count', () => {
  const older = record(1, JANUARY)
  for (const rest of [{ approved: false }, { supersededById: 'record 3' }, { voided: true }]) {
    assert.equal(basisId([older, record(2, MARCH, rest)]), 'record 1')
  }
})

test('of records performed at the same time the later appended wins', () => {
  assert.equal(basisId([record(2, MARCH), record(1, MARCH)]), 'record 2')
})

test('of records of one chain that were performed at the same time the later appended wins', () => {
  const chain = { chainFirstLedgerIndex: 1 }
  assert.equal(basisId([record(3, MARCH, chain), record(2, MARCH, chain)]), 'record 3')
  assert.equal(basisId([record(2, MARCH, chain), record(3, MARCH, chain)]), 'record 3')
})

test('a correction keeps the place of the record that it corrects', () => {
  const corrected = record(1, MARCH, { supersededById: 'record 3' })
  const correction = record(3, MARCH, { chainFirstLedgerIndex: 1 })
  assert.equal(basisId([corrected, record(2, MARCH), correction]), 'record 2')
  assert.equal(basisId([corrected, record(2, JANUARY), correction]), 'record 3')
})

test('voiding an approved correction does not revive what it corrected', () => {
  const corrected = record(2, MARCH, { supersededById: 'record 3' })
  const correction = record(3, MARCH, { chainFirstLedgerIndex: 2, voided: true })
  assert.equal(basisId([record(1, JANUARY), corrected, correction]), 'record 1')
})

const days = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 8 })
const performedOn = (day: number) => new Date(day * 86_400_000).toISOString()
const appended = (order: readonly number[]) => order.map((day, index) => record(index, performedOn(day)))

test('the order of appending decides nothing between records of different times', () => {
  const orders = days.chain((each) =>
    fc.tuple(fc.constant(each), fc.shuffledSubarray(each, { minLength: each.length })),
  )
  assertProperty(
    fc.property(orders, ([order, other]) => {
      const chosen = chooseBasis(appended(order))?.performedAt
      assert.equal(chosen, performedOn(Math.max(...order)))
      assert.equal(chooseBasis(appended(other))?.performedAt, chosen)
    }),
  )
})

test('voiding the latest record restores the basis from before it', () => {
  assertProperty(
    fc.property(days, (order) => {
      const before = appended(order)
      const latest = record(order.length, performedOn(Math.max(...order) + 1))
      assert.equal(chooseBasis([...before, latest]), latest)
      assert.equal(chooseBasis([...before, { ...latest, voided: true }]), chooseBasis(before))
    }),
  )
})
