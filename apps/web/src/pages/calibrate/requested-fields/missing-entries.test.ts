import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { calibrationTypes } from '@plumbline/contract'
import type { StandardsCatalogue } from '../../../../../server/src/modules/standards/rules/catalogue.ts'
import { fieldRequirements } from '../../../../../server/src/modules/standards/rules/field-requirements.ts'
import { missingFields } from '../../../../../server/src/modules/standards/rules/missing-fields.ts'
import { missingEntries, type NeededFor } from './missing-entries.ts'
import { emptyRecord, type RecordValues } from '../record-values.ts'

const shipped = new URL('../../../../../server/src/modules/standards/catalogue.json', import.meta.url)
const catalogue = JSON.parse(readFileSync(shipped, 'utf8')) as StandardsCatalogue

const missing = (values: Partial<RecordValues>, more: Partial<NeededFor> = {}) =>
  missingEntries({
    requirements: [],
    values: { ...emptyRecord, ...values },
    unitOfMeasure: 'V',
    condition: null,
    isCorrection: false,
    ...more,
  })

describe('what the form reports as missing', () => {
  test('is a reason for passing a reading within tolerance that the decision rule rejects', () => {
    const values = {
      nominal_value: '50.00',
      tolerance: '±0.02',
      as_found_reading: '50.019',
      measurement_uncertainty: '0.005',
      coverage_factor: '2',
      decision_rule: 'guard_band_u',
      result: 'PASS',
    }
    const fields = (change: Partial<RecordValues>, more: Partial<NeededFor> = {}) =>
      missing({ ...values, ...change }, more).map(({ field }) => field)
    assert.deepEqual(fields({}), ['out_of_tolerance_impact'])
    assert.deepEqual(fields({ decision_rule: '' }, { defaultRule: 'guard_band_u' }), [
      'out_of_tolerance_impact',
    ])
    for (const change of [
      { as_found_reading: '50.015' },
      { decision_rule: 'simple_acceptance' },
      { decision_rule: 'guard_band_u_nonbinary' },
      { coverage_factor: '' },
      { result: 'FAIL' },
      { out_of_tolerance_impact: 'Agreed with the customer' },
    ]) {
      assert.deepEqual(fields(change), [], JSON.stringify(change))
    }
  })

  test('is for every standard and type of work exactly what the server would report', () => {
    const entered: Partial<RecordValues>[] = [
      {},
      { result: 'PASS' },
      { as_left_reading: '10 V' },
      { reference_standard_asset_id: '0190f4a0-0000-7000-8000-000000000000' },
      { temperature: '20 °C', humidity: '  ' },
    ]
    for (const { key } of [...catalogue.standards, { key: '' }]) {
      for (const calibrationType of calibrationTypes) {
        const context = { calibrationType, workspaceDefaultDecisionRule: null }
        const requirements = fieldRequirements(catalogue, [key], context).calibration
        for (const fields of entered) {
          const values = { ...emptyRecord, ...fields, calibration_type: calibrationType }
          const reported = missingFields(catalogue, requirements, values)
          assert.deepEqual(
            missing(values, { requirements }).map(({ field, requiredBy }) => [field, requiredBy]),
            reported.map(({ field, required_by: requiredBy }) => [field, requiredBy]),
            `${key} ${calibrationType} ${JSON.stringify(fields)}`,
          )
        }
      }
    }
  })

  test('includes the result, even before the requirements of the standards are loaded', () => {
    assert.deepEqual(missing({}, { requirements: undefined }), [{ field: 'result', requiredBy: [] }])
  })

  test('names justification, reason for the standard and reason for the correction together', () => {
    const outside = { nominal_value: '10 V', tolerance: '± 0.05 V', as_found_reading: '10.07 V' }
    const more = { condition: 'failed', isCorrection: true } as const
    assert.deepEqual(
      missing({ ...outside, result: 'PASS', out_of_tolerance_impact: ' ' }, more).map(({ field }) => field),
      ['out_of_tolerance_impact', 'reference_standard_reason', 'correction_reason'],
    )
    const given = { out_of_tolerance_impact: 'a', reference_standard_reason: 'b', correction_reason: 'c' }
    assert.deepEqual(missing({ ...outside, result: 'PASS', ...given }, more), [])
    assert.deepEqual(missing({ ...outside, result: 'FAIL' }, { condition: 'valid' }), [])
  })
})
