import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasurementCreate } from '../public/measurement.ts'
import type { MeasurementTolerance } from '../public/point-values.ts'
import { evaluateMeasurement } from './evaluate.ts'
import { flatFields, flatFieldsOf } from './flat-fields.ts'

const point: MeasurementCreate = {
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.002' } },
  as_found: { readings: ['10.001', '10.002'] },
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV' },
}
const flat = (members: Partial<MeasurementCreate> = {}) =>
  flatFieldsOf(evaluateMeasurement({ ...point, ...members }, {}).measurement!)

test('a point states the fields of a record with a single reading, with the mean as its reading', () => {
  assert.deepEqual(flat(), {
    nominal_value: '10.000 V',
    tolerance: '±0.002 V',
    as_found_reading: '10.0015 V',
    as_left_reading: null,
    measurement_uncertainty: '0.8 mV',
  })
  assert.deepEqual(Object.keys(flat()), [...flatFields])
  const blank = flat({ nominal: { value: '10.000', unit: ' V ' }, uncertainty: null })
  assert.deepEqual([blank.nominal_value, blank.as_found_reading], ['10.000 V', '10.0015 V'])
  const adjusted = flat({ as_left: { readings: ['10.000'] }, uncertainty: null })
  assert.deepEqual([adjusted.as_left_reading, adjusted.measurement_uncertainty], ['10.000 V', null])
})

const own = { expanded: '0.5', coverage_factor: '2', unit: 'mV' }
const uncertainties: [stated: string, Partial<MeasurementCreate>, string][] = [
  ['as found before that of the point', { as_found: { readings: ['10'], uncertainty: own } }, '0.5 mV'],
  [
    'of the point, as nothing was read as found',
    { as_found: { not_applicable: 'new', uncertainty: own }, as_left: { readings: ['10'] } },
    '0.8 mV',
  ],
  ['of the point, as there is no phase as found', { as_found: null }, '0.8 mV'],
  [
    'in the unit of the point without one of its own',
    { uncertainty: { expanded: '0.0008', coverage_factor: '2' } },
    '0.0008 V',
  ],
  [
    'in the unit of the point with a blank one of its own',
    { uncertainty: { expanded: '0.0008', coverage_factor: '2', unit: ' ' } },
    '0.0008 V',
  ],
  [
    'with its own unit without spaces',
    { uncertainty: { expanded: '0.8', coverage_factor: '2', unit: ' mV ' } },
    '0.8 mV',
  ],
  ['in percent', { uncertainty: { relative_percent: '0.01', coverage_factor: '2' } }, '0.01 %'],
]
for (const [stated, members, text] of uncertainties) {
  test(`the uncertainty is the one ${stated}`, () => {
    assert.equal(flat(members).measurement_uncertainty, text)
  })
}

test('what was observed is the reading of a phase without numbers', () => {
  const observed = flat({ as_found: { observed: 'GO', judgement: 'conforms' }, as_left: null })
  assert.deepEqual([observed.as_found_reading, observed.as_left_reading], ['GO', null])
})

const tolerances: [MeasurementTolerance | null, string | null][] = [
  [{ symmetric: { percent_of_reading: '0.05' } }, '±0.05 % of reading'],
  [{ symmetric: { percent_of_nominal: '1' } }, '±1 % of nominal'],
  [{ symmetric: { absolute: '0.01', counts: '2' } }, '±(0.01 V + 2 counts)'],
  [{ upper: { absolute: '0.02' }, lower: { absolute: '0.01' } }, '+0.02 V / -0.01 V'],
  [{ upper: { absolute: '0.02' }, lower: null }, '+0.02 V'],
  [{ upper: null, lower: null }, null],
  [{ upper: null, lower: { absolute: '0.01', unit: 'mV' } }, '-0.01 mV'],
  [
    { symmetric: { absolute: '0.01', percent_of_nominal: '1', combine: 'greatest' } },
    '±(greatest of 0.01 V, 1 % of nominal)',
  ],
  [{ limits: { lower: '9.9', upper: '10.1' } }, '9.9 V to 10.1 V'],
  [{ limits: { lower: '9.9' } }, '≥ 9.9 V'],
  [{ limits: { upper: '10.1' } }, '≤ 10.1 V'],
  [{ limits: { lower: '9900', upper: '10100', unit: ' mV ' } }, '9900 mV to 10100 mV'],
  [{ limits: { lower: '9.9', upper: '10.1', unit: ' ' } }, '9.9 V to 10.1 V'],
  [{ symmetric: { absolute: '2', unit: ' mV ' } }, '±2 mV'],
  [{ symmetric: { percent_of_span: '0.1' } }, '±0.1 % of span'],
  [{ text: 'Class M3' }, 'Class M3'],
  [null, null],
]
for (const [tolerance, text] of tolerances) {
  test(`the tolerance ${JSON.stringify(tolerance)} is written as ${text ?? 'nothing'}`, () => {
    assert.equal(flat({ tolerance, resolution: '0.001', span: '20' }).tolerance, text)
  })
}
