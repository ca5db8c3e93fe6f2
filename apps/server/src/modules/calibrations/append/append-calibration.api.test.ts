import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { calibrationResults, CalibrationRecordWithMeasurements } from '@plumbline/contract'
import { sharedTestApp, type TestResponse } from '../../../../test/app.ts'
import { openLaboratory, type Body } from '../../../../test/calibrating.ts'
import { changeStatus, retireInstrument } from '../../instruments/index.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)

const codeOf = (response: TestResponse) => [response.status, response.body.code]
const problemsOf = (response: TestResponse) =>
  response.body.details.errors.map((problem: { loc: string[]; type: string }) => [
    ...problem.loc,
    problem.type,
  ])
const NOW = app.clock.now().getTime()
const HOUR_MS = 3_600_000
const at = (ms: number) => new Date(ms).toISOString()

/** Longest text of each field of the body (contract, "Calibration create body"). */
const LENGTHS: Record<string, number> = {
  nominal_value: 255,
  tolerance: 255,
  as_found_reading: 255,
  as_left_reading: 255,
  temperature: 64,
  humidity: 64,
  reference_standard: 255,
  certificate_number: 255,
  traceability_reference: 255,
  service_provider: 255,
  measurement_uncertainty: 120,
  coverage_factor: 40,
  confidence_level: 40,
  decision_rule: 120,
  conformity_statement: 4000,
  reference_standard_certificate_number: 120,
  restriction_notes: 4000,
  out_of_tolerance_impact: 4000,
  notes: 4000,
}

describe('a calibration that is appended', () => {
  test('returns the whole record, approved immediately and current', async () => {
    const { id } = await lab.instrument()
    const response = await lab.send(id, {
      performed_at: '2026-11-20T13:05:00.123987Z',
      nominal_value: '10.000 mm',
      tolerance: '±0.020 mm',
      as_found_reading: '10.012 mm',
      calibration_type: 'in_house',
    })
    assert.equal(response.status, 201)
    const record = response.body
    assert.deepEqual(
      Object.keys(record).toSorted(),
      Object.keys(CalibrationRecordWithMeasurements.properties).toSorted(),
    )
    assert.equal(record.instrument_id, id)
    assert.equal(record.performed_at, '2026-11-20T13:05:00.123Z')
    assert.equal(record.performed_by, 'Ada Admin')
    assert.equal(record.as_found_reading, '10.012 mm')
    assert.equal(record.as_left_reading, null)
    assert.deepEqual(
      [record.record_type, record.approval_status, record.status, record.approved_by, record.approved_at],
      ['calibration', 'approved', 'current', 'Ada Admin', record.created_at],
    )
    assert.deepEqual(await lab.record(record.id), record)
  })

  test('every result, every type, and null everywhere else are accepted', async () => {
    const { id } = await lab.instrument()
    for (const result of calibrationResults)
      assert.equal((await lab.calibrate(id, { result })).result, result)
    const nothing = Object.fromEntries(Object.keys(LENGTHS).map((field) => [field, null]))
    const record = await lab.calibrate(id, { ...nothing, performed_at: null, calibration_type: null })
    assert.equal(record.calibration_type, null)
    assert.equal(record.performed_at, at(NOW))
  })

  test('texts are stored as sent up to their limit in code points, and refused beyond it', async () => {
    const { id } = await lab.instrument()
    const texts = (more: number) =>
      Object.fromEntries(
        Object.entries(LENGTHS).map(([field, length]) => [field, '🔧'.repeat(length + more)]),
      )
    const record = await lab.calibrate(id, texts(0))
    for (const [field, text] of Object.entries(texts(0))) assert.equal(record[field], text, field)
    const refused = await lab.send(id, texts(1))
    assert.deepEqual(codeOf(refused), [422, 'VALIDATION_ERROR'])
    const fields = problemsOf(refused).map(([, field, type]: string[]) => `${field} ${type}`)
    assert.deepEqual(new Set(fields), new Set(Object.keys(LENGTHS).map((field) => `${field} too_long`)))
  })

  test('the decision rule of the workspace fills in for a blank one', async () => {
    const other = await openLaboratory(app)
    await other.settings({ defaultDecisionRule: 'Simple acceptance' })
    const { id } = await other.instrument()
    assert.equal((await other.calibrate(id)).decision_rule, 'Simple acceptance')
    assert.equal((await other.calibrate(id, { decision_rule: ' ' })).decision_rule, 'Simple acceptance')
    assert.equal((await other.calibrate(id, { decision_rule: 'Guard band' })).decision_rule, 'Guard band')
  })

  test('a clock may be a day ahead and no more', async () => {
    const { id } = await lab.instrument()
    const latest = at(NOW + 24 * HOUR_MS)
    assert.equal((await lab.calibrate(id, { performed_at: latest })).performed_at, latest)
    const refused = await lab.send(id, { performed_at: at(NOW + 24 * HOUR_MS + 1) })
    assert.deepEqual(codeOf(refused), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(problemsOf(refused), [['body', 'performed_at', 'too_late']])
  })

  test('the earliest permitted instant is accepted', async () => {
    const { id } = await lab.instrument()
    const record = await lab.calibrate(id, { performed_at: '1900-01-02T00:00:00Z' })
    assert.equal(record.performed_at, '1900-01-02T00:00:00.000Z')
    assert.equal((await lab.read(id)).last_calibration_at, '1900-01-02T00:00:00.000Z')
  })

  test('the record of a technician names the technician', async () => {
    const { id } = await lab.instrument()
    const { key } = await lab.person({ role: 'technician', name: 'Tess Technician' })
    assert.equal((await lab.calibrate(id, {}, key)).performed_by, 'Tess Technician')
  })
})

describe('a body that cannot be used', () => {
  const wrong: [string, Body, (string | undefined)[]][] = [
    ['an unknown result', { result: 'OK' }, ['result', 'unknown_value']],
    ['a result in another letter case', { result: 'pass' }, ['result', 'unknown_value']],
    ['a result that is no text', { result: 1 }, ['result', 'wrong_type']],
    ['a result with spaces around it', { result: ' PASS' }, ['result', 'unknown_value']],
    ['an unknown type', { calibration_type: 'IN_HOUSE' }, ['calibration_type', 'unknown_value']],
    [
      'a time with an offset',
      { performed_at: '2026-11-20T13:05:00+01:00' },
      ['performed_at', 'wrong_format'],
    ],
    ['a time without a zone', { performed_at: '2026-11-20T13:05:00' }, ['performed_at', 'wrong_format']],
    ['a date alone', { performed_at: '2026-11-20' }, ['performed_at', 'wrong_format']],
    ['a day that is none', { performed_at: '2026-02-30T00:00:00Z' }, ['performed_at', 'wrong_format']],
    [
      'an id that is none',
      { reference_standard_asset_id: 'x' },
      ['reference_standard_asset_id', 'wrong_format'],
    ],
    ['a number for a text', { nominal_value: 10 }, ['nominal_value', 'wrong_type']],
    ['a NUL character', { notes: 'a\0b' }, ['notes', 'invalid_text']],
    [
      'a field of the app alone',
      { reference_standard_reason: 'None other.' },
      ['reference_standard_reason', 'unknown_field'],
    ],
    ['an unknown field', { performed_by: 'Me' }, ['performed_by', 'unknown_field']],
  ]
  for (const [title, body, problem] of wrong) {
    test(`${title} is refused and named`, async () => {
      const { id } = await lab.instrument()
      const response = await lab.send(id, body)
      assert.deepEqual(codeOf(response), [422, 'VALIDATION_ERROR'])
      assert.deepEqual(problemsOf(response), [['body', ...problem]])
    })
  }

  test('a body that is not a JSON object, or too large, is refused as by every operation', async () => {
    const { id } = await lab.instrument()
    const path = `/instruments/${id}/calibrations`
    const headers = { 'idempotency-key': randomUUID() }
    const send = (body: unknown) => app.call('POST', path, { key: lab.key, headers, body })
    assert.deepEqual(codeOf(await send('{')), [400, 'INVALID_REQUEST'])
    assert.deepEqual(codeOf(await send([])), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(codeOf(await send({ result: 'x'.repeat(1_050_000) })), [413, 'PAYLOAD_TOO_LARGE'])
  })
})

describe('what the business rules refuse', () => {
  test('a missing, null or blank result is reported with every other missing field', async () => {
    const strict = await openLaboratory(app, { standards: ['fda_21_cfr_11'] })
    const { id } = await strict.instrument()
    for (const result of [undefined, null, '', '  ']) {
      const response = await strict.send(id, { result, calibration_type: 'external_certificate' })
      assert.deepEqual(codeOf(response), [422, 'FIELD_REQUIREMENTS_UNMET'])
      const fields = response.body.details.missing_fields.map((missing: { field: string }) => missing.field)
      assert.deepEqual(fields, ['result', 'performed_at', 'certificate_number'])
    }
  })

  test('missing fields that a selected standard requires are reported with the label of the standard', async () => {
    const strict = await openLaboratory(app, { standards: ['iso_iec_17025'] })
    const { id } = await strict.instrument()
    const response = await strict.send(id)
    assert.deepEqual(codeOf(response), [422, 'FIELD_REQUIREMENTS_UNMET'])
    const missing = response.body.details.missing_fields
    assert.ok(missing.length > 1)
    for (const entry of missing) assert.deepEqual(entry.required_by, ['ISO/IEC 17025:2017'])
    const { body } = await app.call('GET', '/standards/field-requirements', { key: strict.key })
    const required = body.calibration.fields.filter(
      (field: any) => field.requirement === 'required' && field.request_field !== null,
    )
    const filled = Object.fromEntries(required.map((field: any) => [field.request_field, 'given']))
    const complete = { ...filled, result: 'PASS', performed_at: at(NOW), calibration_type: 'in_house' }
    assert.equal((await strict.send(id, complete)).status, 201)
  })

  test('a pass outside tolerance needs a justification', async () => {
    const { id } = await lab.instrument({ unit_of_measure: 'mm' })
    const outside = { nominal_value: '10', tolerance: '0.1', as_found_reading: '10.2' }
    const refused = await lab.send(id, outside)
    assert.deepEqual(codeOf(refused), [422, 'PASS_OVER_TOLERANCE_REASON_REQUIRED'])
    assert.equal(refused.body.details.field, 'out_of_tolerance_impact')
    assert.deepEqual(
      codeOf(await lab.send(id, { ...outside, out_of_tolerance_impact: ' ' })),
      codeOf(refused),
    )
    assert.equal(
      (await lab.send(id, { ...outside, out_of_tolerance_impact: 'Used for rough work.' })).status,
      201,
    )
    assert.equal((await lab.send(id, { ...outside, as_left_reading: '10.1' })).status, 201)
    assert.equal((await lab.send(id, { ...outside, result: 'FAIL' })).status, 201)
    assert.equal((await lab.send(id, { ...outside, as_found_reading: '10.2 in' })).status, 201)
  })

  test('a record compares its reading in the unit that the instrument had at the time', async () => {
    const { id } = await lab.instrument({ unit_of_measure: 'mm' })
    const record = await lab.calibrate(id, {
      nominal_value: '10',
      tolerance: '±50 µm',
      as_found_reading: '10.06',
      result: 'FAIL',
    })
    const body = { unit_of_measure: 'in' }
    assert.equal((await app.call('PATCH', `/instruments/${id}`, { key: lab.key, body })).status, 200)
    const said = {
      tolerance_verdict: 'out',
      tolerance_verdict_reason:
        'As found 10.06 is out of tolerance (nominal value 10, tolerance ±50 µm, limits 9.95 to 10.05, unit of the instrument mm).',
    }
    const read = await app.call('GET', `/calibrations/${record.id}`, { key: lab.key })
    const list = await app.call('GET', `/instruments/${id}/calibrations`, { key: lab.key })
    for (const each of [record, read.body, list.body.data[0]]) assert.deepEqual({ ...each, ...said }, each)
  })
})

describe('what the state of the instrument refuses', () => {
  test('a retired instrument accepts no more records', async () => {
    const { id } = await lab.instrument()
    await retireInstrument(app, await lab.caller(), id, { reason: null })
    assert.deepEqual(codeOf(await lab.send(id)), [409, 'ASSET_RETIRED'])
  })

  test('a reference-only instrument is not calibrated', async () => {
    const { id } = await lab.instrument()
    await changeStatus(app, await lab.caller(), id, { status: 'REFERENCE_ONLY', reason: 'Master' })
    assert.deepEqual(codeOf(await lab.send(id)), [409, 'CONFLICT'])
  })

  test('what does not exist, is foreign or malformed is refused alike', async () => {
    const foreign = await (await openLaboratory(app)).instrument()
    const unknown = await lab.send('019345b4-11f2-7c55-a0de-5f3b7a9c2e47')
    const other = await lab.send(foreign.id)
    assert.deepEqual(codeOf(unknown), [404, 'NOT_FOUND'])
    assert.deepEqual(other.body, unknown.body)
    assert.deepEqual(problemsOf(await lab.send('x')), [['path', 'instrument_id', 'wrong_format']])
  })

  test('an instrument of a site out of reach does not exist', async () => {
    const { id } = await lab.instrument()
    const elsewhere = await lab.site('Elsewhere')
    const { key } = await lab.person({ keySiteIds: [elsewhere] })
    assert.deepEqual(codeOf(await lab.send(id, {}, { key })), [404, 'NOT_FOUND'])
  })
})

describe('a reference standard', () => {
  test('is an instrument within reach; the record freezes it and warns when it was itself due', async () => {
    const { id } = await lab.instrument()
    const good = await lab.instrument({ last_calibration_date: at(NOW - HOUR_MS) })
    const fresh = await lab.instrument()
    const used = async (standard: { id: string }, body: Body = {}) =>
      await lab.calibrate(id, { reference_standard_asset_id: standard.id.toUpperCase(), ...body })
    assert.equal((await used(good)).reference_standard_overdue, false)
    assert.equal((await used(good)).reference_standard_asset_id, good.id)
    assert.equal((await used(fresh)).reference_standard_overdue, true)
    const old = await lab.instrument({ last_calibration_date: '2024-01-10T00:00:00Z' })
    assert.equal((await used(old)).reference_standard_overdue, true)
    assert.equal(
      (await used(old, { performed_at: '2025-01-10T23:00:00Z' })).reference_standard_overdue,
      false,
    )
    assert.equal((await lab.calibrate(id)).reference_standard_overdue, null)
  })

  test('that is foreign, unknown or out of reach is refused by name', async () => {
    const { id } = await lab.instrument()
    const foreign = await (await openLaboratory(app)).instrument()
    const site = await lab.site('Second site')
    const { key } = await lab.person({ keySiteIds: [site] })
    const near = await lab.instrument({}, key)
    const refusals = [
      await lab.send(id, { reference_standard_asset_id: foreign.id }),
      await lab.send(id, { reference_standard_asset_id: randomUUID() }),
      await lab.send(near.id, { reference_standard_asset_id: id }, { key }),
    ]
    for (const response of refusals) {
      assert.deepEqual(codeOf(response), [422, 'INVALID_REQUEST'])
      assert.equal(response.body.details.field, 'reference_standard_asset_id')
    }
  })
})

describe('who may append', () => {
  test('a read-only key, an auditor and a stranger may not', async () => {
    const { id } = await lab.instrument()
    const reader = await lab.person({ scope: 'read' })
    const auditor = await lab.person({ role: 'auditor' })
    assert.deepEqual(codeOf(await lab.send(id, {}, { key: reader.key })), [403, 'INSUFFICIENT_SCOPE'])
    assert.deepEqual(codeOf(await lab.send(id, {}, { key: auditor.key })), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await lab.send(id, {}, { key: 'ctk_unknown' })), [401, 'UNAUTHORIZED'])
  })

  test('checks are made in the documented order', async () => {
    const retired = await lab.instrument()
    await retireInstrument(app, await lab.caller(), retired.id, { reason: null })
    const worst = { result: '', calibration_type: 'wrong', reference_standard_asset_id: randomUUID() }
    const body = { ...worst, calibration_type: 'external_certificate' }
    const inOrder: [TestResponse, string][] = [
      [await lab.send(retired.id, worst, { headers: { 'idempotency-key': '' } }), 'IDEMPOTENCY_KEY_REQUIRED'],
      [await lab.send(retired.id, worst), 'VALIDATION_ERROR'],
      [await lab.send(randomUUID(), body), 'NOT_FOUND'],
      [await lab.send(retired.id, body), 'INVALID_REQUEST'],
      [await lab.send(retired.id, { ...body, reference_standard_asset_id: null }), 'ASSET_RETIRED'],
    ]
    for (const [response, code] of inOrder) assert.equal(response.body.code, code)
    const { id } = await lab.instrument()
    const outside = { nominal_value: '10', tolerance: '0.1', as_found_reading: '11' }
    const lacking = { ...outside, calibration_type: 'external_certificate' }
    assert.equal((await lab.send(id, lacking)).body.code, 'FIELD_REQUIREMENTS_UNMET')
  })
})
