import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '../public/measurement.ts'
import { evaluateMeasurement } from './evaluate.ts'

/** The limits of a point, and its verdict. */
const limitsOf = (members: MeasurementCreate) => {
  const point = { nominal: { value: '10', unit: 'V' }, as_found: { readings: ['10'] }, ...members }
  const { measurement, issues } = evaluateMeasurement(point, {})
  assert.deepEqual(issues, [])
  const { lower_limit: lower, upper_limit: upper, verdict } = measurement!.as_found!
  return [lower, upper, verdict]
}

test('of several terms the greatest counts, wherever it stands, and equal ones count once', () => {
  const greatest = (terms: object) =>
    limitsOf({ resolution: '0.1', span: '20', tolerance: { symmetric: { ...terms, combine: 'greatest' } } })
  assert.deepEqual(greatest({ absolute: '0.3', percent_of_nominal: '2' }), ['9.7', '10.3', 'in'])
  assert.deepEqual(greatest({ absolute: '0.1', percent_of_nominal: '2' }), ['9.8', '10.2', 'in'])
  assert.deepEqual(greatest({ percent_of_nominal: '2', percent_of_span: '3' }), ['9.4', '10.6', 'in'])
  assert.deepEqual(greatest({ percent_of_span: '1', counts: '5' }), ['9.5', '10.5', 'in'])
  assert.deepEqual(greatest({ absolute: '0.1', percent_of_reading: '5' }), ['9.5', '10.5', 'in'])
  assert.deepEqual(greatest({ absolute: '0.6', percent_of_reading: '5' }), ['9.4', '10.6', 'in'])
  assert.deepEqual(greatest({ absolute: '0.2', percent_of_nominal: '2' }), ['9.8', '10.2', 'in'])
})

test('a point at 0 has no limits as soon as one side consists of percentages of it', () => {
  const zero = { nominal: { value: '0', unit: 'V' }, as_found: { readings: ['0'] }, span: '20' }
  const share = { percent_of_nominal: '1' }
  const at = (tolerance: object) => limitsOf({ ...zero, tolerance })
  const none = [null, null, 'not_comparable']
  assert.deepEqual(at({ upper: share, lower: { absolute: '1' } }), none)
  assert.deepEqual(at({ upper: { absolute: '1' }, lower: share }), none)
  assert.deepEqual(at({ upper: { percent_of_reading: '1' } }), none)
  assert.deepEqual(at({ upper: { ...share, absolute: '0' } }), [null, '0', 'in'])
  assert.deepEqual(at({ upper: { ...share, percent_of_span: '1' } }), [null, '0.2', 'in'])
})
