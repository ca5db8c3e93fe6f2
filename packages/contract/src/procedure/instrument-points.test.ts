import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instrumentPoints } from './instrument-points.ts'
import { wholeProcedurePoint } from './procedure-point.ts'

const [first, second] = ['1', '2'].map((digit) => ({
  ...wholeProcedurePoint({ nominal: { value: digit, unit: 'mm' } }),
  id: digit,
  repeats: 2,
  budget_id: digit === '1' ? 'b1' : null,
}))

test('a point of an earlier release has every member of a point, as those that are left out', () => {
  assert.deepEqual(wholeProcedurePoint({ nominal: { value: '1', unit: 'mm' }, range: '5 mm' }), {
    function: null,
    channel: null,
    range: '5 mm',
    nominal: { value: '1', unit: 'mm' },
    tolerance: null,
    reads: 'item',
    conditions: null,
    span: null,
    resolution: null,
    decision_rule: null,
    note: null,
  })
})

test('an instrument is asked for the points of its procedure, but for what it has of its own', () => {
  const points = [first!, second!]
  const { id: _id, budget_id: _budget, ...members } = first!
  const plain = { ...members, point_id: '1', uncertainty: { budget_id: 'b1' }, override_reason: null }
  assert.deepEqual(instrumentPoints(points, null)[0], plain)
  const tolerance = { symmetric: { absolute: '0.5' } }
  const overrides = [
    { point_id: '2', nominal: { value: '7', unit: 'mm' }, tolerance, reason: 'Worn' },
    { point_id: 'of another revision', nominal: null, tolerance, reason: 'Gone' },
  ] as Parameters<typeof instrumentPoints>[1]
  const [one, other, ...more] = instrumentPoints(points, overrides)
  assert.deepEqual([one, more], [plain, []])
  assert.deepEqual(
    [other!.nominal.value, other!.tolerance, other!.uncertainty, other!.override_reason],
    ['7', tolerance, null, 'Worn'],
  )
  const [, toleranceOnly] = instrumentPoints(points, [{ ...overrides![0]!, nominal: null }])
  assert.deepEqual([toleranceOnly!.nominal, toleranceOnly!.tolerance], [second!.nominal, tolerance])
})
