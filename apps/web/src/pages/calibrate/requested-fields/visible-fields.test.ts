import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { visibleFields, needsJustification, wasAdjusted, type Requirement } from './visible-fields.ts'
import { emptyRecord, type RecordField } from '../record-values.ts'

const requirement = (field: string, level: string, more: Partial<Requirement> = {}): Requirement => ({
  field,
  label: field,
  requirement: level,
  required_by: [],
  request_field: field,
  note: null,
  ...more,
})

const asked = (
  values: Partial<Record<RecordField, string>> = {},
  requirements: Requirement[] = [],
  more: { withMore?: boolean; refused?: string[] } = {},
) => visibleFields({ requirements, values: { ...emptyRecord, ...values }, unitOfMeasure: 'V', ...more })

const outside = { nominal_value: '10 V', tolerance: '± 0.05 V', as_found_reading: '10.07' }

describe('what the form asks', () => {
  test('without standards is the measurement, its result, its reference and its time', () => {
    assert.deepEqual([...asked().fields.keys()].toSorted(), [
      'as_found_reading',
      'as_left_reading',
      'nominal_value',
      'notes',
      'performed_at',
      'reference_standard',
      'result',
      'tolerance',
    ])
  })

  test('depends on the standards, and names those that require a field', () => {
    const { fields } = asked({}, [
      requirement('temperature', 'required', { required_by: ['ISO/IEC 17025:2017'] }),
      requirement('humidity', 'recommended'),
    ])
    assert.deepEqual(fields.get('temperature'), {
      level: 'required',
      requiredBy: ['ISO/IEC 17025:2017'],
      note: null,
    })
    assert.equal(fields.get('humidity')?.level, 'recommended')
  })

  test('keeps optional fields back until they are wanted, and hidden ones for good', () => {
    const requirements = [requirement('humidity', 'optional'), requirement('decision_rule', 'hidden')]
    assert.equal(asked({}, requirements).fields.has('humidity'), false)
    assert.ok(asked({}, requirements).more >= 1)
    const all = asked({}, requirements, { withMore: true })
    assert.deepEqual(
      [all.fields.has('humidity'), all.fields.has('decision_rule'), all.more],
      [true, false, 0],
    )
  })

  test('shows whatever has a value or was refused, hidden or not', () => {
    const requirements = [requirement('decision_rule', 'hidden')]
    assert.ok(asked({ decision_rule: 'Simple acceptance' }, requirements).fields.has('decision_rule'))
    assert.ok(asked({}, requirements, { refused: ['decision_rule'] }).fields.has('decision_rule'))
  })

  test('adds what other entries call for', () => {
    assert.ok(asked({ result: 'LIMITED_CALIBRATION' }).fields.has('restriction_notes'))
    const hidden = [requirement('coverage_factor', 'hidden'), requirement('confidence_level', 'hidden')]
    assert.ok(asked({ measurement_uncertainty: '0.01 V' }, hidden).fields.has('coverage_factor'))
    assert.equal(asked({}, hidden).fields.has('coverage_factor'), false)
    const external = asked({ calibration_type: 'external_certificate' }).fields
    assert.ok(external.has('certificate_number') && external.has('service_provider'))
  })

  test('keeps provider and certificate number for external work, and hides none that has a value', () => {
    const recommended = [
      requirement('service_provider', 'recommended'),
      requirement('certificate_number', 'recommended'),
    ]
    for (const withMore of [false, true]) {
      const { fields } = asked({ calibration_type: 'in_house' }, recommended, { withMore })
      assert.ok(!fields.has('service_provider') && !fields.has('certificate_number'))
    }
    assert.ok(asked({ certificate_number: 'LAB-7' }, recommended).fields.has('certificate_number'))
    assert.ok(asked({}, recommended, { refused: ['service_provider'] }).fields.has('service_provider'))
    const external = asked({ calibration_type: 'external_certificate' }, recommended).fields
    assert.ok(external.has('certificate_number') && external.has('service_provider'))
  })

  test('omits what the server sets, and says so', () => {
    const { fields } = asked(
      {},
      [
        requirement('performed_by', 'required', { request_field: null }),
        requirement('decision_rule', 'required', { request_field: null, note: 'From the workspace.' }),
      ],
      { withMore: true },
    )
    assert.equal(fields.has('performed_by'), false)
    assert.deepEqual(fields.get('decision_rule'), {
      level: 'optional',
      requiredBy: [],
      note: 'From the workspace.',
    })
  })
})

describe('the justification', () => {
  test('is asked for at the moment when a pass lies outside, and stays while it is written', () => {
    assert.equal(asked(outside).fields.has('out_of_tolerance_impact'), false)
    const pass = { ...outside, result: 'PASS' }
    assert.equal(asked(pass).fields.get('out_of_tolerance_impact')?.level, 'required')
    const written = { ...pass, out_of_tolerance_impact: 'Used below 5 V only.' }
    assert.equal(asked(written).fields.get('out_of_tolerance_impact')?.level, 'required')
  })

  test('that standards recommend is asked for if a reading is out of tolerance or the result says so', () => {
    const recommended = [requirement('out_of_tolerance_impact', 'recommended')]
    const isAsked = (values: Partial<Record<RecordField, string>>) =>
      asked(values, recommended).fields.has('out_of_tolerance_impact')
    assert.equal(isAsked({}), false)
    assert.equal(isAsked({ ...outside, as_found_reading: '10.01', result: 'PASS' }), false)
    assert.equal(isAsked({ ...outside, as_left_reading: '10.00' }), true)
    assert.equal(isAsked({ result: 'FAIL' }), true)
    const required = [requirement('out_of_tolerance_impact', 'required')]
    assert.ok(asked({}, required).fields.has('out_of_tolerance_impact'))
  })

  test('is not asked for when adjusted back, failed, or not to be compared', () => {
    const needed = (change: Partial<Record<RecordField, string>>) =>
      needsJustification({ ...emptyRecord, ...outside, result: 'PASS', ...change }, 'V')
    assert.equal(needed({}), true)
    assert.equal(needed({ as_left_reading: '10.01' }), false)
    assert.equal(needed({ result: 'FAIL' }), false)
    assert.equal(needed({ as_found_reading: 'about 10' }), false)
    assert.equal(needed({ as_found_reading: '10.07 mV' }), false)
  })
})

describe('the hint to an adjustment', () => {
  const hinted = (values: Partial<Record<RecordField, string>>) =>
    wasAdjusted({ ...emptyRecord, ...outside, ...values }, 'V')

  test('is shown if as found is out of tolerance, as left is in tolerance, and the result does not state an adjustment', () => {
    assert.equal(hinted({ as_left_reading: '10.01' }), true)
    assert.equal(hinted({ as_left_reading: '10.01', result: 'PASS' }), true)
    assert.equal(hinted({ as_left_reading: '10.01', result: 'PASS_WITH_ADJUSTMENT' }), false)
    assert.equal(hinted({ as_left_reading: '10.08' }), false)
    assert.equal(hinted({}), false)
    assert.equal(hinted({ as_found_reading: '10.01', as_left_reading: '10.01' }), false)
  })
})
