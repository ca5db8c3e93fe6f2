import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { APP_API_PREFIX } from '@plumbline/contract'
import { call, sharedTestApp } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../test/session.ts'

const app = await sharedTestApp()

/** A workspace whose records wait for their approval, with an instrument and people. */
async function laboratory(settings: object = { approval_policy: 'review' }) {
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin', { name: 'Ada' })
  await admin.call('PATCH', '', { body: settings })
  const technician = await signInAs(app, workspace, 'technician', { name: 'Tess' })
  const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
  const instrument = await enter(app, workspace.key)
  return { workspace, admin, technician, manager, instrument: instrument.id }
}

async function calibrate(session: TestSession, instrument: string, body: object = {}) {
  const response = await session.call('POST', `/instruments/${instrument}/calibrations`, {
    body: { result: 'PASS', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

const decide = (session: TestSession, id: string, act: string, body: object = {}) =>
  session.call('POST', `/calibrations/${id}/${act}`, { body })

describe('calibrating in the app', () => {
  test('accepts the lines of the certificate in addition to the public body, once for each Idempotency-Key', async () => {
    const { technician, instrument } = await laboratory()
    const path = `/instruments/${instrument}/calibrations`
    const body = {
      result: 'PASS',
      method: 'WI-7',
      received_at: '2026-11-20T08:00:00.000Z',
      item_condition: 'Clean',
      place_of_work: 'Bench 2',
      customer: 'Works',
    }
    assert.equal((await technician.call('POST', path, { body })).body.code, 'IDEMPOTENCY_KEY_REQUIRED')
    const request = { body, headers: { 'idempotency-key': 'k' } }
    const first = await technician.call('POST', path, request)
    assert.equal(first.status, 201)
    for (const [name, value] of Object.entries(body)) assert.equal(first.body[name], value, name)
    assert.equal(first.body.performed_by, 'Tess')
    const again = await technician.call('POST', path, request)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await technician.call('GET', path)).body.pagination.total, 1)
  })

  test('reports a missing, null or blank result together with every other missing field', async () => {
    const workspace = await app.workspace({ standards: ['iso_iec_17025'] })
    const technician = await signInAs(app, workspace, 'technician')
    const { id: instrument } = await enter(app, workspace.key)
    const path = `/instruments/${instrument}/calibrations`
    const { body: requirements } = await technician.call('GET', '/standards/field-requirements')
    const required = requirements.calibration.fields
      .filter((field: any) => field.requirement === 'required' && field.request_field !== null)
      .map((field: any) => field.request_field)
      .filter((name: string) => name !== 'performed_at' && name !== 'calibration_type')
    assert.ok(required.includes('result') && required.length > 3)
    for (const result of [undefined, null, '', ' ']) {
      const body = { result, calibration_type: 'in_house' }
      const response = await technician.call('POST', path, {
        body,
        headers: { 'idempotency-key': randomUUID() },
      })
      assert.deepEqual([response.status, response.body.code], [422, 'FIELD_REQUIREMENTS_UNMET'])
      const fields = response.body.details.missing_fields.map((missing: { field: string }) => missing.field)
      assert.deepEqual(fields, required)
    }
  })

  test('the feed shows what waits', async () => {
    const { technician, manager, instrument } = await laboratory()
    const [first, second] = [await calibrate(technician, instrument), await calibrate(technician, instrument)]
    await decide(manager, first.id, 'approve')
    const waiting = (await manager.call('GET', '/calibrations?approval_status=pending')).body.data
    assert.deepEqual(
      waiting.map((record: { id: string }) => record.id),
      [second.id],
    )
  })
})

describe('the records of an instrument', () => {
  test('name the unit that it had when each was made, in the app API only', async () => {
    const { workspace, admin, technician, instrument } = await laboratory({})
    const path = `/instruments/${instrument}`
    const unit = (unit_of_measure: string) => admin.call('PATCH', path, { body: { unit_of_measure } })
    await unit('mm')
    const first = await calibrate(technician, instrument)
    await unit('in')
    const second = await calibrate(technician, instrument)
    const marker = await decide(admin, second.id, 'void', { reason: 'Wrong gauge.' })
    const { data } = (await technician.call('GET', `${path}/calibrations?include=voided&sort=updated_at`))
      .body
    assert.deepEqual(
      data.map((record: { id: string; unit_of_measure: string | null }) => [
        record.id,
        record.unit_of_measure,
      ]),
      [
        [first.id, 'mm'],
        [second.id, 'in'],
        [marker.body.id, null],
      ],
    )
    const listed = await app.call('GET', `${path}/calibrations`, { key: workspace.key })
    assert.equal('unit_of_measure' in listed.body.data[0], false)
  })
})

describe('decisions', () => {
  test('a manager approves what another person performed, and it counts', async () => {
    const { technician, manager, instrument } = await laboratory()
    const record = await calibrate(technician, instrument)
    assert.equal(record.approval_status, 'pending')
    const response = await decide(manager, record.id, 'approve')
    assert.deepEqual(
      [response.status, response.body.approval_status, response.body.approved_by],
      [200, 'approved', 'Quinn'],
    )
    assert.equal(
      (await manager.call('GET', `/instruments/${instrument}`)).body.compliance_status,
      'COMPLIANT',
    )
    assert.equal((await decide(manager, record.id, 'approve')).status, 409)
  })

  test('nobody approves their own record under the review policy', async () => {
    const { admin, manager, instrument } = await laboratory()
    const record = await calibrate(manager, instrument)
    assert.equal((await decide(manager, record.id, 'approve')).body.code, 'FORBIDDEN')
    assert.equal((await decide(admin, record.id, 'approve')).status, 200)
  })

  test('a rejected record never counts, and states the reason', async () => {
    const { technician, manager, instrument } = await laboratory()
    const record = await calibrate(technician, instrument)
    assert.equal((await decide(manager, record.id, 'reject', { reason: ' ' })).status, 422)
    const response = await decide(manager, record.id, 'reject', { reason: 'Wrong instrument' })
    assert.deepEqual(
      [response.body.approval_status, response.body.rejection_reason],
      ['rejected', 'Wrong instrument'],
    )
    assert.equal(
      (await manager.call('GET', `/instruments/${instrument}`)).body.compliance_status,
      'NOT_CALIBRATED',
    )
  })

  test('a correction replaces a record once it is approved', async () => {
    const { technician, admin, manager, instrument } = await laboratory()
    const record = await calibrate(technician, instrument)
    await decide(manager, record.id, 'approve')
    const body = { result: 'FAIL', notes: 'Read again', correction_reason: 'A digit was left out' }
    assert.equal((await decide(manager, record.id, 'correct', { result: 'FAIL' })).status, 422)
    const correction = await decide(manager, record.id, 'correct', body)
    assert.deepEqual([correction.status, correction.body.supersedes_id], [201, record.id])
    assert.equal((await decide(manager, record.id, 'correct', body)).body.code, 'CONFLICT')
    assert.equal((await decide(admin, correction.body.id, 'approve')).status, 200)
    const original = (await manager.call('GET', `/calibrations/${record.id}`)).body
    assert.deepEqual([original.status, original.superseded_by_id], ['superseded', correction.body.id])
    assert.equal((await manager.call('GET', `/instruments/${instrument}`)).body.is_quarantined, true)
  })

  test('a correction is written once for each Idempotency-Key', async () => {
    const { technician, manager, instrument } = await laboratory({ approval_policy: 'automatic' })
    const record = await calibrate(technician, instrument)
    const correct = (body: object) =>
      manager.call('POST', `/calibrations/${record.id}/correct`, {
        headers: { 'idempotency-key': 'once' },
        body: { result: 'PASS', correction_reason: 'A digit was left out', ...body },
      })
    const first = await correct({ notes: 'Read again' })
    const again = await correct({ notes: 'Read again' })
    assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await correct({ notes: 'Another' })).body.details.field, 'Idempotency-Key')
    const listed = await manager.call('GET', `/instruments/${instrument}/calibrations`)
    assert.equal(listed.body.pagination.total, 2)
  })

  test('a void returns its marker', async () => {
    const { technician, manager, instrument } = await laboratory({ approval_policy: 'automatic' })
    const record = await calibrate(technician, instrument)
    const marker = await decide(manager, record.id, 'void', { reason: 'Wrong instrument' })
    assert.deepEqual(
      [marker.status, marker.body.record_type, marker.body.voids_id, marker.body.notes],
      [201, 'void', record.id, 'Wrong instrument'],
    )
    const listed = await manager.call('GET', `/instruments/${instrument}/calibrations?include=voided`)
    assert.equal(listed.body.pagination.total, 2)
  })
})

describe('an electronic signature', () => {
  const signed = () => laboratory({ requires_electronic_signature: true })

  test('consists of the password entered again and a meaning, and is part of the record', async () => {
    const { technician, manager, instrument } = await signed()
    const record = await calibrate(technician, instrument)
    assert.equal(record.approval_status, 'pending')
    const meaning = 'I have reviewed this record'
    const response = await decide(manager, record.id, 'approve', { password: TEST_PASSWORD, meaning })
    assert.deepEqual([response.status, response.body.signature_meaning], [200, meaning])
    const [entry] = (await manager.call('GET', `/activity?subject_id=${record.id}`)).body.data
    assert.equal(entry.kind, 'calibration.approved')
    assert.equal(entry.changes.signature.after.meaning, meaning)
    assert.ok(!JSON.stringify(entry).includes(TEST_PASSWORD))
  })

  test('is refused when half of it or all of it is missing', async () => {
    const { technician, manager, instrument } = await signed()
    const { id } = await calibrate(technician, instrument)
    const cases: [object, string[]][] = [
      [{}, ['password', 'meaning']],
      [{ meaning: 'Reviewed' }, ['password']],
      [{ password: ' ', meaning: 'Reviewed' }, ['password']],
      [{ password: TEST_PASSWORD }, ['meaning']],
      [{ password: TEST_PASSWORD, meaning: ' ' }, ['meaning']],
    ]
    for (const [body, missing] of cases) {
      const response = await decide(manager, id, 'approve', body)
      assert.equal(response.body.code, 'VALIDATION_ERROR')
      assert.deepEqual(
        response.body.details.errors.map((error: { loc: string[] }) => error.loc[1]),
        missing,
      )
    }
  })

  test('needs the right password of the person who signs', async () => {
    const { technician, manager, instrument } = await signed()
    const { id } = await calibrate(technician, instrument)
    const change = { current_password: TEST_PASSWORD, new_password: 'the one of the technician' }
    await call(`${app.origin}${APP_API_PREFIX}/me/password`, 'POST', {
      headers: { cookie: technician.cookie },
      body: change,
    })
    const ofAnother = change.new_password
    for (const password of ['another of mine', ofAnother]) {
      const response = await decide(manager, id, 'approve', { password, meaning: 'Reviewed' })
      assert.equal(response.status, 422)
      assert.equal(response.body.code, 'INVALID_REQUEST')
      assert.equal(response.body.details.field, 'password')
      assert.ok(!JSON.stringify(response.body).includes(password))
    }
    assert.equal((await manager.call('GET', `/calibrations/${id}`)).body.approval_status, 'pending')
  })

  test('cannot be guessed at: ten wrong passwords, then none until the window ends', async () => {
    const { technician, manager, instrument } = await signed()
    const { id } = await calibrate(technician, instrument)
    const sign = (password: string) => decide(manager, id, 'approve', { password, meaning: 'Reviewed' })
    for (let tried = 0; tried < 10; tried += 1) assert.equal((await sign('wrong')).status, 422)
    const refused = await sign(TEST_PASSWORD)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'RATE_LIMITED')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    app.clock.advance(900_000)
    assert.equal((await sign(TEST_PASSWORD)).status, 200)
  })
})
