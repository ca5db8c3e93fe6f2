import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'

const app = await sharedTestApp()

/** A workspace with people of each role and an instrument. */
async function laboratory(settings: object = {}) {
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin', { name: 'Ada' })
  await admin.call('PATCH', '', { body: settings })
  const technician = await signInAs(app, workspace, 'technician', { name: 'Tess' })
  const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
  const instrument = (await enter(app, workspace.key)).id
  return { workspace, admin, technician, manager, instrument }
}

const send = (session: TestSession, instrument: string, body: object = {}) =>
  session.call('POST', `/instruments/${instrument}/calibrations`, {
    body: { result: 'PASS', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })

async function calibrate(session: TestSession, instrument: string, body: object = {}) {
  const response = await send(session, instrument, body)
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

const correct = async (session: TestSession, id: string, body: object = {}) => {
  const response = await session.call('POST', `/calibrations/${id}/correct`, {
    body: { result: 'PASS', correction_reason: 'A digit was left out', ...body },
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

const people = (record: { performed_by: string; entered_by: string }) => [
  record.performed_by,
  record.entered_by,
]

describe('the performer of a record', () => {
  test('is the person who enters it, unless the body names another member', async () => {
    const { technician, manager, instrument } = await laboratory()
    assert.deepEqual(people(await calibrate(technician, instrument)), ['Tess', 'Tess'])
    const sheet = await calibrate(manager, instrument, { performed_by: technician.personId.toUpperCase() })
    assert.deepEqual(people(sheet), ['Tess', 'Quinn'])
    const { body } = await manager.call('GET', `/calibrations/${sheet.id}/details`)
    assert.deepEqual(body.performer, { id: technician.personId, name: 'Tess' })
    assert.equal(body.ledger[0].actor.name, 'Quinn')
    const listed = (await manager.call('GET', '/calibrations?sort=-updated_at&limit=1')).body.data[0]
    assert.deepEqual(people(listed), ['Tess', 'Quinn'])
  })

  test('is in the downloaded list next to the person who entered it', async () => {
    const { technician, manager, instrument } = await laboratory()
    await calibrate(manager, instrument, { performed_by: technician.personId })
    const lines = String((await manager.call('GET', '/exports/calibrations')).body).split(/\r?\n/)
    const index = lines[0]!.split(',').indexOf('entered_by')
    assert.deepEqual(lines[1]!.split(',').slice(index - 1, index + 1), ['Tess', 'Quinn'])
  })

  test('cannot be a person of another workspace or of sites without access', async () => {
    const { workspace, manager, instrument } = await laboratory()
    const stranger = await signInAs(app, await app.workspace(), 'technician')
    const north = await workspace.site('North')
    const south = await workspace.site('South')
    const northern = await signInAs(app, workspace, 'technician', { siteIds: [north] })
    const southern = await signInAs(app, workspace, 'technician', { siteIds: [south] })
    const northernCaliper = {
      asset_tag: 'N-1',
      name: 'Caliper',
      calibration_interval_value: 12,
      site_id: north,
    }
    const near = (await manager.call('POST', '/instruments', { body: northernCaliper })).body.id
    const refusals = [
      await send(manager, instrument, { performed_by: stranger.personId }),
      await send(manager, instrument, { performed_by: randomUUID() }),
      await send(northern, near, { performed_by: southern.personId }),
    ]
    for (const { status, body } of refusals) {
      assert.deepEqual([status, body.code, body.details.field], [422, 'INVALID_REQUEST', 'performed_by'])
    }
    assert.equal((await send(manager, instrument, { performed_by: 'Tess' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await send(manager, near, { performed_by: southern.personId })).status, 201)
  })

  test('cannot be an auditor, and can be a person who has left', async () => {
    const { workspace, admin, technician, manager, instrument } = await laboratory()
    const auditor = await signInAs(app, workspace, 'auditor')
    const { status, body } = await send(manager, instrument, { performed_by: auditor.personId })
    assert.deepEqual([status, body.code, body.details?.field], [422, 'INVALID_REQUEST', 'performed_by'])
    await admin.call('PATCH', `/users/${technician.personId}`, { body: { is_active: false } })
    const sheet = await calibrate(manager, instrument, { performed_by: technician.personId })
    assert.deepEqual(people(sheet), ['Tess', 'Quinn'])
  })

  test('is chosen from active members who share a site and are not auditors', async () => {
    const { workspace, admin, technician, manager } = await laboratory()
    const north = await workspace.site('North')
    const northern = await signInAs(app, workspace, 'technician', { name: 'Nils', siteIds: [north] })
    await signInAs(app, workspace, 'technician', { name: 'Sven', siteIds: [await workspace.site('South')] })
    await signInAs(app, workspace, 'auditor', { name: 'Audrey' })
    const gone = await signInAs(app, workspace, 'technician', { name: 'Gone' })
    await admin.call('PATCH', `/users/${gone.personId}`, { body: { is_active: false } })
    const names = async (session: TestSession, query = '') => {
      const { status, body } = await session.call('GET', `/performers${query}`)
      assert.equal(status, 200)
      return body.data.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await names(technician), ['Ada', 'Ada Admin', 'Nils', 'Quinn', 'Sven', 'Tess'])
    assert.deepEqual(await names(northern), ['Ada', 'Ada Admin', 'Nils', 'Quinn', 'Tess'])
    assert.deepEqual(await names(manager, '?limit=2&offset=2'), ['Nils', 'Quinn'])
    assert.equal((await manager.call('GET', '/performers?limit=0')).body.code, 'VALIDATION_ERROR')
  })
})

describe('a correction', () => {
  const recorded = { performed_at: '2026-05-01T08:00:00.000Z', calibration_type: 'in_house' }

  test('keeps performer, time and type of work, and names the person who corrected it', async () => {
    const { technician, manager, admin, instrument } = await laboratory()
    const record = await calibrate(technician, instrument, recorded)
    const first = await correct(manager, record.id, { notes: 'Typed anew' })
    assert.deepEqual(people(first), ['Tess', 'Quinn'])
    assert.deepEqual([first.performed_at, first.calibration_type], [recorded.performed_at, 'in_house'])
    const second = await correct(admin, first.id, { performed_by: null, calibration_type: null })
    assert.deepEqual(people(second), ['Tess', 'Ada'])
    assert.deepEqual([second.performed_at, second.calibration_type], [recorded.performed_at, 'in_house'])
  })

  test('changes them if it states others', async () => {
    const { technician, manager, instrument } = await laboratory()
    const record = await calibrate(technician, instrument, recorded)
    const correction = await correct(manager, record.id, {
      performed_by: manager.personId,
      performed_at: '2026-05-02T08:00:00.000Z',
      calibration_type: 'external_certificate',
      certificate_number: 'C-1',
    })
    assert.deepEqual(people(correction), ['Quinn', 'Quinn'])
    assert.deepEqual(
      [correction.performed_at, correction.calibration_type],
      ['2026-05-02T08:00:00.000Z', 'external_certificate'],
    )
  })

  test('keeps the name of a performer who has left or has another name now', async () => {
    const { admin, technician, manager, instrument } = await laboratory()
    const record = await calibrate(technician, instrument, recorded)
    const change = { name: 'Tess Later', is_active: false }
    assert.equal((await admin.call('PATCH', `/users/${technician.personId}`, { body: change })).status, 200)
    const correction = await correct(manager, record.id, { performed_by: technician.personId })
    assert.deepEqual(people(correction), ['Tess', 'Quinn'])
  })
})

describe('four eyes', () => {
  const approve = (session: TestSession, id: string) =>
    session.call('POST', `/calibrations/${id}/approve`, { body: {} })

  test('are neither those of the performer nor those of the person who entered the record', async () => {
    const { workspace, admin, manager, instrument } = await laboratory({ approval_policy: 'review' })
    const other = await signInAs(app, workspace, 'manager', { name: 'Olga' })
    const sheet = await calibrate(manager, instrument, { performed_by: admin.personId })
    for (const own of [manager, admin]) {
      const refused = await approve(own, sheet.id)
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
      assert.match(refused.body.message, /performed or entered/)
      const { body } = await own.call('GET', `/calibrations/${sheet.id}/details`)
      assert.equal(body.approval_obstacle, 'own_record')
      const batch = await own.call('POST', '/calibrations/approve', { body: { calibration_ids: [sheet.id] } })
      assert.equal(batch.body.results[0].error.code, 'FORBIDDEN')
    }
    assert.equal((await approve(other, sheet.id)).body.approved_by, 'Olga')
  })

  test('apply to a correction, too: neither the performer nor the corrector approves it', async () => {
    const { workspace, admin, manager, instrument } = await laboratory()
    const record = await calibrate(admin, instrument)
    await admin.call('PATCH', '', { body: { approval_policy: 'review' } })
    const correction = await correct(manager, record.id)
    assert.equal((await approve(manager, correction.id)).body.code, 'FORBIDDEN')
    assert.equal((await approve(admin, correction.id)).body.code, 'FORBIDDEN')
    const other = await signInAs(app, workspace, 'manager')
    assert.equal((await approve(other, correction.id)).status, 200)
  })
})
