import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardsCatalogue as catalogue } from '../shipped-standards.ts'
import { fieldRequirements } from './field-requirements.ts'
import { missingFields } from './missing-fields.ts'

const missing = (
  keys: string[],
  body: Record<string, unknown>,
  defaultDecisionRule: string | null = null,
) => {
  const isExternal = body['calibration_type'] === 'external_certificate'
  const { calibration } = fieldRequirements(catalogue, keys, {
    calibrationType: isExternal ? 'external_certificate' : null,
    workspaceDefaultDecisionRule: defaultDecisionRule,
  })
  return missingFields(catalogue, calibration, body)
}
const missingNames = (...args: Parameters<typeof missing>) => missing(...args).map(({ field }) => field)

const accredited = {
  result: 'PASS',
  nominal_value: '10 V',
  as_found_reading: '10.001 V',
  reference_standard: 'Multimeter 7',
  traceability_reference: 'SI through PTB',
  measurement_uncertainty: '0.2 mV',
  decision_rule: 'simple_acceptance',
}

test('the result is required, and white space counts as missing', () => {
  for (const result of [undefined, null, '', ' \t']) {
    assert.deepEqual(missing([], { result }), [{ field: 'result', required_by: [] }])
  }
  assert.deepEqual(missing([], { result: 'PASS' }), [])
})

test('all missing fields are reported together, each with the standards that require it', () => {
  assert.deepEqual(missing(['iso_iec_17025', 'iso_10012'], { nominal_value: '10 V' }), [
    { field: 'result', required_by: [] },
    { field: 'tolerance', required_by: ['ISO 10012:2003'] },
    { field: 'as_found_reading', required_by: ['ISO/IEC 17025:2017', 'ISO 10012:2003'] },
    { field: 'reference_standard', required_by: ['ISO/IEC 17025:2017'] },
    { field: 'traceability_reference', required_by: ['ISO/IEC 17025:2017', 'ISO 10012:2003'] },
    { field: 'measurement_uncertainty', required_by: ['ISO/IEC 17025:2017', 'ISO 10012:2003'] },
    { field: 'decision_rule', required_by: ['ISO/IEC 17025:2017'] },
  ])
})

test('a field may be met by another body key', () => {
  const { as_found_reading, reference_standard, ...rest } = accredited
  assert.deepEqual(missingNames(['iso_iec_17025'], rest), ['as_found_reading', 'reference_standard'])
  const other = {
    as_left_reading: as_found_reading,
    reference_standard_asset_id: 'an id',
    name: reference_standard,
  }
  assert.deepEqual(missing(['iso_iec_17025'], { ...rest, ...other }), [])
})

test('the default decision rule of the workspace meets the field', () => {
  const body = { ...accredited, decision_rule: ' ' }
  assert.deepEqual(missingNames(['iso_iec_17025'], body), ['decision_rule'])
  assert.deepEqual(missing(['iso_iec_17025'], body, 'simple_acceptance'), [])
})

test('in-house the server fills in time and person', () => {
  for (const calibration_type of ['in_house', null, undefined]) {
    assert.deepEqual(missing(['fda_21_cfr_11'], { result: 'PASS', calibration_type }), [])
  }
})

test('an external certificate needs its date and number, and no reading', () => {
  const body = { result: 'PASS', calibration_type: 'external_certificate' }
  assert.deepEqual(missing(['fda_21_cfr_111'], body), [
    { field: 'performed_at', required_by: ['FDA 21 CFR 111 (dietary supplements)'] },
    { field: 'certificate_number', required_by: [] },
  ])
  const certificate = { performed_at: '2026-03-01T00:00:00Z', certificate_number: 'K-77' }
  const all = catalogue.standards.map(({ key }) => key)
  assert.deepEqual(missing(all, { ...body, ...certificate }), [])
  assert.deepEqual(missingNames(all, { ...body, ...certificate, certificate_number: ' ' }), [
    'certificate_number',
  ])
})

test('a field that a body cannot state under another name is met under its own', () => {
  const [definition] = catalogue.calibration_fields
  const own = { ...definition!, field: 'torque', request_field: null, satisfied_by: undefined }
  const required = {
    ...fieldRequirements(catalogue, [], { calibrationType: null, workspaceDefaultDecisionRule: null })
      .calibration[0]!,
    field: 'torque',
    requirement: 'required' as const,
    request_field: 'torque',
    required_by: [],
  }
  const found = (body: Record<string, unknown>) =>
    missingFields({ ...catalogue, calibration_fields: [own as never] }, [required], body)
  assert.deepEqual(found({ torque: '5 N.m' }), [])
  assert.deepEqual(found({}), [{ field: 'torque', required_by: [] }])
  assert.throws(() => missingFields(catalogue, [required], {}), /does not have/)
})
