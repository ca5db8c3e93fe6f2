import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalibrationRecord, Measurement, MeasurementCreate } from '@plumbline/contract'
import { evaluateMeasurements } from '@plumbline/contract/measurement'
import { freshValues } from './fresh-values.ts'
import {
  bodyOf,
  carriedPoints,
  changedFields,
  emptyRecord,
  recordToCarry,
  valuesOfRecord,
  valuesWithUnits,
} from './record-values.ts'
import { factsIn, freshFacts, noFacts } from './work-facts.ts'

const ZONE = 'Europe/Berlin'
const record = {
  result: 'PASS',
  performed_at: '2026-07-01T09:30:15.250Z',
  received_at: null,
  nominal_value: '10 V',
  tolerance: '± 0.05 V',
  as_found_reading: '10.01 V',
  as_left_reading: null,
  measurement_uncertainty: '0.008 V',
  calibration_type: 'external_certificate',
  certificate_number: 'C-1',
  customer: 'Works',
} as unknown as CalibrationRecord
const now = new Date('2026-11-21T13:03:44.000Z')

const register = { tolerance_spec: '± 1 V', method: 'WI-7' }
const fresh = { zone: ZONE, by: 'u1', now, isExternal: false }
const own = {
  ...record,
  calibration_type: 'in_house',
  reference_standard: 'K-01',
  reference_standard_asset_id: 's1',
  traceability_reference: 'SI',
  service_provider: 'Eastgate',
  place_of_work: 'Gauge room',
} as unknown as CalibrationRecord

describe('a fresh form', () => {
  test('copies the settings of the last in-house record and no measured values', () => {
    const values = freshValues(register, own, fresh)
    assert.deepEqual(
      [values.nominal_value, values.tolerance, values.measurement_uncertainty, values.calibration_type],
      ['10 V', '± 0.05 V', '0.008 V', 'in_house'],
    )
    assert.deepEqual([values.reference_standard, values.reference_standard_asset_id], ['K-01', 's1'])
    assert.deepEqual([values.as_found_reading, values.result, values.certificate_number], ['', '', ''])
    assert.deepEqual([values.method, values.performed_by], ['WI-7', 'u1'])
  })

  test("of a provider's work takes the provider and none of the facts of one certificate or of the own laboratory", () => {
    const last = { ...own, calibration_type: 'external_certificate' } as CalibrationRecord
    const values = freshValues(register, last, fresh)
    assert.deepEqual([values.service_provider, values.nominal_value], ['Eastgate', '10 V'])
    const facts = { ...factsIn(values), service_provider: '' }
    assert.deepEqual(facts, noFacts)
  })

  test('starts from the register where there is no record, at the present time of the zone', () => {
    const values = freshValues({ tolerance_spec: '± 1 V', method: null }, null, fresh)
    assert.deepEqual(
      [values.tolerance, values.calibration_type, values.performed_at],
      ['± 1 V', 'in_house', '2026-11-21T14:03'],
    )
  })
})

describe('another type of work', () => {
  test('starts without the values of the other one', () => {
    const provider = freshFacts('external_certificate', register, own)
    assert.deepEqual(provider, noFacts)
    const last = { ...own, calibration_type: 'external_certificate' } as CalibrationRecord
    assert.deepEqual(freshFacts('in_house', register, last), { ...noFacts, method: 'WI-7' })
  })
})

test('copied values stay in the unit in which they were measured, if the form can express it', () => {
  const last = { ...record, nominal_value: '100', tolerance: '2 %', measurement_uncertainty: '0.004' }
  const inUnit = (unit_of_measure: string | null) => {
    const carried = recordToCarry({ ...last, unit_of_measure })
    return [carried.nominal_value, carried.tolerance, carried.measurement_uncertainty]
  }
  assert.deepEqual(inUnit('mm'), ['100 mm', '2 %', '0.004 mm'])
  assert.deepEqual(inUnit(null), ['100', '2 %', '0.004'])
})

describe('the body', () => {
  test('contains entries exactly as typed, and omits blank ones', () => {
    const values = { ...emptyRecord, as_found_reading: ' 10.070 V', result: 'PASS', notes: '  ' }
    assert.deepEqual(bodyOf(values, ZONE), { as_found_reading: ' 10.070 V', result: 'PASS' })
  })

  test('adds the unit from the register to numbers typed without one', () => {
    const typed = { ...emptyRecord, nominal_value: '10', tolerance: '2 %', as_found_reading: '10,1 mV' }
    const values = { ...typed, as_left_reading: '10.02', measurement_uncertainty: '0.01', notes: '7' }
    assert.deepEqual(bodyOf(valuesWithUnits(values, 'V'), ZONE), {
      ...bodyOf(values, ZONE),
      nominal_value: '10 V',
      as_left_reading: '10.02 V',
      measurement_uncertainty: '0.01 V',
    })
    assert.deepEqual(valuesWithUnits(values, null), values)
  })

  test('leaves a number of the maximum length without a unit, which would exceed it', () => {
    const long = `0.${'0'.repeat(251)}`
    const uncertainty = `0.${'0'.repeat(118)}`
    const typed = { ...emptyRecord, nominal_value: `${long}00`, as_found_reading: long }
    const values = { ...typed, as_left_reading: '1', measurement_uncertainty: uncertainty }
    assert.deepEqual(valuesWithUnits(values, 'V'), {
      ...values,
      as_found_reading: `${long} V`,
      as_left_reading: '1 V',
    })
  })

  test('names the instant that clocks of the zone showed', () => {
    const values = { ...emptyRecord, performed_at: '2026-07-01T11:30' }
    assert.deepEqual(bodyOf(values, ZONE), { performed_at: '2026-07-01T09:30:00.000Z' })
  })

  test('of a correction contains the whole record, and its exact time unless that was changed', () => {
    const before = valuesOfRecord(record, ZONE)
    const body = bodyOf({ ...before, correction_reason: 'Slip' }, ZONE, record)
    assert.deepEqual(
      [body['performed_at'], body['customer'], body['certificate_number'], body['correction_reason']],
      ['2026-07-01T09:30:15.250Z', 'Works', 'C-1', 'Slip'],
    )
    const moved = bodyOf({ ...before, performed_at: '2026-07-01T11:31' }, ZONE, record)
    assert.equal(moved['performed_at'], '2026-07-01T09:31:00.000Z')
  })

  test('states what a correction changes, including the performer', () => {
    const before = valuesOfRecord(record, ZONE, 'u1')
    assert.deepEqual(changedFields(before, { ...before, performed_by: 'u2' }), ['performed_by'])
    assert.deepEqual(changedFields(before, { ...before, nominal_value: '10.0 V', notes: 'x' }), [
      'nominal_value',
      'notes',
    ])
  })
})

const point: MeasurementCreate = {
  function: 'DC voltage',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.005' } },
  as_found: { readings: ['10.001', '10.002'] },
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV' },
}
const points: MeasurementCreate[] = [
  point,
  { ...point, as_left: { readings: ['10.000'] }, decision_rule: 'simple_acceptance', note: 'Adjusted.' },
  { ...point, as_found: { not_applicable: 'New instrument.' }, tolerance: { text: 'Class M3' } },
]
const evaluate = (stated: readonly MeasurementCreate[]) =>
  evaluateMeasurements(stated, { decisionRule: 'guard_band_u' }, 'measurements').measurements

test('a correction states the points of its record again, so that the same is computed of them', () => {
  const recorded = [...evaluate(points)]
  assert.equal(recorded.length, points.length)
  assert.deepEqual(evaluate(carriedPoints({ measurements: recorded }).measurements!), recorded)
})

test('a correction of a record with a single reading states no points', () => {
  assert.deepEqual(carriedPoints({ measurements: [] }), {})
})

test('a correction names the budget of a point, whose values follow from its readings again', () => {
  const uncertainty = { budget_id: 'b', expanded: '0.1', coverage_factor: '2', unit: 'mm' }
  const recorded = {
    uncertainty,
    as_found: null,
    as_left: null,
    as_found_not_applicable: null,
    as_left_not_applicable: null,
  } as unknown as Measurement
  const [stated] = carriedPoints({ measurements: [recorded] }).measurements!
  assert.deepEqual(stated!.uncertainty, { budget_id: 'b' })
})
