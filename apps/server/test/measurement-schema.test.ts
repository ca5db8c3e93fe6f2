import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MeasurementList, MEASUREMENTS_MAX, READINGS_MAX } from '@plumbline/contract'
import { schemaCheck } from '../src/platform/http/validator.ts'

const check = schemaCheck(MeasurementList, 'body')
const point = (members: object = {}) => ({
  function: 'DC voltage',
  channel: null,
  range: '10 V',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05', counts: null } },
  as_found: { readings: ['10.001', '10.002'] },
  as_left: null,
  uncertainty: { expanded: '0.0008', coverage_factor: '2', unit: 'V', confidence_level: '95.45 %' },
  ...members,
})
/** Returns the paths of the problems of one point, below `body`, and their types. */
const problemsOf = (members: object) =>
  check([point(), point(members)]).map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`)

test('a point is accepted with each form of tolerance, readings and uncertainty', () => {
  const forms = [
    { tolerance: { upper: { absolute: '1' }, lower: null } },
    { tolerance: { text: 'Class M3' } },
    { tolerance: null, as_found: { not_applicable: 'new instrument' } },
    { uncertainty: { budget_id: '019345b3-5d07-7e19-b8c4-91a06f2d7e58' } },
    { nominal: null, point_id: '019345b3-5d07-7e19-b8c4-91a06f2d7e58' },
  ]
  for (const form of forms) assert.deepEqual(problemsOf(form), [], JSON.stringify(form))
})

test('numbers are texts of a decimal, with a point and without groups', () => {
  const readings = (reading: unknown) => problemsOf({ as_found: { readings: ['1', reading] } })
  for (const reading of ['10.010', '-5', '+.5', '5.', '1e-3', '0', `1${'0'.repeat(29)}`]) {
    assert.deepEqual(readings(reading), [], reading)
  }
  for (const reading of ['', ' 1', '1,5', '1 000', '0x1', '1e31', 'NaN', '1.2.3', '-', '1\n', '−5']) {
    assert.deepEqual(readings(reading), ['1.as_found.readings.1 pattern'], reading)
  }
  assert.deepEqual(readings(10.01), ['1.as_found.readings.1 wrong_type'])
})

test('unknown members are refused with their location', () => {
  const cases: [object, string][] = [
    [{ min: '1' }, '1.min unknown_field'],
    [{ tolerance: { symmetric: { percent: '1' } } }, '1.tolerance.symmetric.percent unknown_field'],
    [{ tolerance: { upper: { digits: '1' } } }, '1.tolerance.upper.digits unknown_field'],
    [{ as_left: { reading: '1' } }, '1.as_left.reading unknown_field'],
    [{ uncertainty: { u: '1' } }, '1.uncertainty.u unknown_field'],
    [{ nominal: { value: '1', unit: 'V', text: '' } }, '1.nominal.text unknown_field'],
  ]
  for (const [members, problem] of cases) assert.deepEqual(problemsOf(members), [problem])
})

test('points and readings have their limits', () => {
  assert.equal(check([]).length, 1)
  assert.deepEqual(check(Array.from({ length: MEASUREMENTS_MAX }, () => point())), [])
  assert.equal(check(Array.from({ length: MEASUREMENTS_MAX + 1 }, () => point())).length, 1)
  const readings = (count: number) => ({ as_found: { readings: Array.from({ length: count }, () => '1') } })
  assert.deepEqual(problemsOf(readings(READINGS_MAX)), [])
  assert.deepEqual(problemsOf(readings(READINGS_MAX + 1)), ['1.as_found.readings maxItems'])
  assert.deepEqual(problemsOf(readings(0)), ['1.as_found.readings minItems'])
})
