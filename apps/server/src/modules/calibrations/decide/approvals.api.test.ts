import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ApprovalOutcome, Role, WaitingRecord } from '@plumbline/contract'
import { sharedTestApp } from '../../../../test/app.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../../test/session.ts'
import { newId } from '../../../platform/ids.ts'

const app = await sharedTestApp()
const signature = { password: TEST_PASSWORD, meaning: 'Reviewed and approved' }

async function calibrate(session: TestSession, instrument: string, body: object = {}): Promise<string> {
  const response = await session.call('POST', `/instruments/${instrument}/calibrations`, {
    body: { result: 'PASS', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body.id
}

/** A workspace whose records wait, with people and an instrument of each site. */
async function laboratory(settings: object = { approval_policy: 'review' }) {
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin', { name: 'Ada' })
  await admin.call('PATCH', '', { body: settings })
  const technician = await signInAs(app, workspace, 'technician', { name: 'Tess' })
  const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
  const instrument = (await enter(app, workspace.key)).id
  return { workspace, admin, technician, manager, instrument }
}

const approve = (session: TestSession, ids: readonly string[], body: object = {}) =>
  session.call('POST', '/calibrations/approve', { body: { calibration_ids: ids, ...body } })

/** What became of each, as `approved` or the code of the refusal. */
const outcomes = (body: { results: ApprovalOutcome[] }) =>
  body.results.map(({ outcome, error }) => (outcome === 'approved' ? outcome : error!.code))

const waiting = async (session: TestSession, query = ''): Promise<WaitingRecord[]> =>
  (await session.call('GET', `/approvals${query}`)).body.data

describe('approving several records', () => {
  test('approves each one separately and reports them in the order of the request', async () => {
    const { technician, manager, instrument } = await laboratory()
    const first = await calibrate(technician, instrument)
    const own = await calibrate(manager, instrument)
    const rejected = await calibrate(technician, instrument)
    const last = await calibrate(technician, instrument)
    await manager.call('POST', `/calibrations/${rejected}/reject`, { body: { reason: 'Not plausible' } })
    const unknown = newId()
    const ids = [last, own, rejected, unknown, first, last]
    const response = await approve(manager, ids)
    assert.equal(response.status, 200)
    assert.deepEqual(outcomes(response.body), ['approved', 'FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'approved'])
    assert.deepEqual(
      response.body.results.map((result: ApprovalOutcome) => result.calibration_id),
      [last, own, rejected, unknown, first],
    )
    assert.equal(response.body.results[0].calibration.approved_by, 'Quinn')
    assert.match(response.body.results[2].error.message, /Quinn has already rejected/)
    assert.deepEqual(outcomes((await approve(manager, ids)).body), [
      'CONFLICT',
      'FORBIDDEN',
      'CONFLICT',
      'NOT_FOUND',
      'CONFLICT',
    ])
  })

  test('signs each record over its own hash, in its own entry', async () => {
    const { technician, manager, instrument } = await laboratory({ requires_electronic_signature: true })
    const ids = [await calibrate(technician, instrument), await calibrate(technician, instrument)]
    const response = await approve(manager, ids, signature)
    assert.deepEqual(outcomes(response.body), ['approved', 'approved'])
    const details = await Promise.all(
      ids.map(async (id) => (await manager.call('GET', `/calibrations/${id}/details`)).body),
    )
    for (const { signed_leaf_hash: signed, ledger } of details) {
      assert.equal(signed, ledger[0].leaf_hash)
      assert.deepEqual(
        ledger.map(({ kind }: { kind: string }) => kind),
        ['calibration.appended', 'calibration.approved'],
      )
    }
    assert.notEqual(details[0].signed_leaf_hash, details[1].signed_leaf_hash)
    assert.notEqual(details[0].ledger[1].index, details[1].ledger[1].index)
    for (const { calibration } of response.body.results) {
      assert.equal(calibration.signature_meaning, signature.meaning)
    }
  })

  test('refuses only those that need a signature if there is none', async () => {
    const { workspace, technician, manager, instrument } = await laboratory()
    const strict = (await enter(app, workspace.key)).id
    await manager.call('PATCH', `/instruments/${strict}`, {
      body: { requires_electronic_signature_override: true },
    })
    const ids = [await calibrate(technician, strict), await calibrate(technician, instrument)]
    const response = await approve(manager, ids)
    assert.deepEqual(outcomes(response.body), ['VALIDATION_ERROR', 'approved'])
    assert.match(response.body.results[0].error.message, /requires an electronic signature/)
  })

  test('approves nothing when half a signature, a wrong password or a wrong body is sent', async () => {
    const { technician, manager, instrument } = await laboratory({ requires_electronic_signature: true })
    const id = await calibrate(technician, instrument)
    for (const [half, missing] of [
      [{ password: TEST_PASSWORD }, 'meaning'],
      [{ meaning: 'Reviewed', password: ' ' }, 'password'],
    ] as const) {
      const { status, body } = await approve(manager, [id], half)
      assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'])
      assert.deepEqual(
        body.details.errors.map(({ loc }: { loc: string[] }) => loc[1]),
        [missing],
      )
    }
    const wrong = await approve(manager, [id], { ...signature, password: 'another' })
    assert.deepEqual(
      [wrong.status, wrong.body.code, wrong.body.details.field],
      [422, 'INVALID_REQUEST', 'password'],
    )
    const tooMany = Array.from({ length: 101 }, () => newId())
    for (const ids of [[], ['x'], tooMany]) {
      assert.equal((await approve(manager, ids)).body.code, 'VALIDATION_ERROR')
    }
    const huge = await approve(manager, [id], { meaning: 'x'.repeat(1024 * 1024) })
    assert.equal(huge.body.code, 'PAYLOAD_TOO_LARGE')
    assert.equal((await waiting(manager)).length, 1)
  })

  test('counts one attempt for a wrong password however many records it was to sign', async () => {
    const { technician, manager, instrument } = await laboratory({ requires_electronic_signature: true })
    const ids = [await calibrate(technician, instrument), await calibrate(technician, instrument)]
    const sign = (password: string) => approve(manager, ids, { ...signature, password })
    for (let tried = 0; tried < 10; tried += 1) assert.equal((await sign('wrong')).status, 422)
    const refused = await sign(TEST_PASSWORD)
    assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED'])
    app.clock.advance(900_000)
    assert.deepEqual(outcomes((await sign(TEST_PASSWORD)).body), ['approved', 'approved'])
  })

  test('does not find records of other sites and other workspaces', async () => {
    const { workspace, technician, instrument } = await laboratory()
    const north = await workspace.site('North')
    const local = await signInAs(app, workspace, 'manager', { siteIds: [north] })
    const id = await calibrate(technician, instrument)
    const other = await laboratory()
    const foreign = await calibrate(other.technician, other.instrument)
    assert.deepEqual(outcomes((await approve(local, [id, foreign])).body), ['NOT_FOUND', 'NOT_FOUND'])
    assert.deepEqual(await waiting(local), [])
    assert.equal((await waiting(technician)).length, 1)
    assert.equal((await waiting(other.manager)).length, 1)
  })

  for (const role of ['technician', 'auditor'] as const satisfies Role[]) {
    test(`is not for ${role}s`, async () => {
      const { workspace, technician, instrument } = await laboratory()
      const session = await signInAs(app, workspace, role)
      const response = await approve(session, [await calibrate(technician, instrument)])
      assert.deepEqual([response.status, response.body.code], [403, 'FORBIDDEN'])
    })
  }

  test('and a single approval at the same time give one record one signature', async () => {
    const { technician, manager, admin, instrument } = await laboratory({
      requires_electronic_signature: true,
    })
    const id = await calibrate(technician, instrument)
    const [many, single] = await Promise.all([
      approve(manager, [id], signature),
      admin.call('POST', `/calibrations/${id}/approve`, { body: signature }),
    ])
    const approvals = new Set([outcomes(many.body)[0], single.status === 200 ? 'approved' : single.body.code])
    assert.deepEqual(approvals, new Set(['approved', 'CONFLICT']))
    const { ledger } = (await admin.call('GET', `/calibrations/${id}/details`)).body
    assert.equal(ledger.length, 2)
  })
})

describe('the queue of approvals', () => {
  test('lists pending records, the longest waiting first, with what is needed to decide', async () => {
    const { workspace, technician, manager, admin, instrument } = await laboratory()
    const first = await calibrate(technician, instrument, { as_found_reading: '10.1', notes: 'Late' })
    const own = await calibrate(manager, instrument)
    const voided = await calibrate(technician, instrument)
    await manager.call('POST', `/calibrations/${voided}/void`, { body: { reason: 'Wrong one' } })
    const [one, two, ...rest] = await waiting(manager)
    assert.deepEqual([one!.calibration.id, two!.calibration.id, rest.length], [first, own, 0])
    assert.deepEqual([one!.approval_obstacle, two!.approval_obstacle], [null, 'own_record'])
    assert.equal(one!.instrument.id, instrument)
    assert.equal(one!.calibration.notes, 'Late')
    assert.equal(one!.requires_electronic_signature, false)
    assert.deepEqual(
      (await waiting(technician)).map(({ approval_obstacle: obstacle }) => obstacle),
      ['role', 'role'],
    )
    assert.equal((await waiting(admin, '?limit=1&offset=1'))[0]!.calibration.id, own)
    const elsewhere = await workspace.site('Elsewhere')
    assert.deepEqual(await waiting(admin, `?site_id=${elsewhere}`), [])
    assert.equal((await admin.call('GET', '/approvals?limit=0')).body.code, 'VALIDATION_ERROR')
    assert.equal((await manager.call('GET', '/summary')).body.pending_approvals, 2)
  })
})

describe('the four-eyes rule', () => {
  test('is accepted if nobody else could have approved since the record was entered', async () => {
    const { admin, instrument } = await laboratory()
    const before = await calibrate(admin, instrument)
    assert.equal((await waiting(admin))[0]!.approval_obstacle, 'own_record')
    const users = (await admin.call('GET', '/users')).body.data as { id: string; role: string }[]
    for (const { id, role } of users) {
      if (id === admin.personId || role === 'technician') continue
      await admin.call('PATCH', `/users/${id}`, { body: { is_active: false } })
    }
    const own = await calibrate(admin, instrument)
    const obstacles = (await waiting(admin)).map((record) => record.approval_obstacle)
    assert.deepEqual(obstacles, ['own_record', null])
    assert.deepEqual(outcomes((await approve(admin, [before, own])).body), ['FORBIDDEN', 'approved'])
  })
})

describe('the state of a record', () => {
  const details = async (session: TestSession, id: string) =>
    (await session.call('GET', `/calibrations/${id}/details`)).body

  test('shows what would apply after a void', async () => {
    const { technician, manager, instrument } = await laboratory({ approval_policy: 'automatic' })
    const older = await calibrate(technician, instrument, { performed_at: '2025-03-02T10:00:00Z' })
    const newer = await calibrate(technician, instrument, { performed_at: '2026-03-02T10:00:00Z' })
    const [ofNewer, ofOlder] = [await details(manager, newer), await details(manager, older)]
    assert.deepEqual(ofNewer.after_void, {
      counts_now: true,
      basis: { calibration_id: older, performed_at: '2025-03-02T10:00:00.000Z', result: 'PASS' },
      due_date: '2026-03-02',
      quarantine: null,
    })
    assert.deepEqual(
      [ofOlder.after_void.counts_now, ofOlder.after_void.basis.calibration_id, ofOlder.after_void.due_date],
      [false, newer, '2027-03-02'],
    )
    assert.equal(ofNewer.approved_automatically, true)
    await manager.call('POST', `/calibrations/${newer}/void`, { body: { reason: 'Wrong one' } })
    assert.equal(
      (await manager.call('GET', `/instruments/${instrument}`)).body.due_date,
      ofNewer.after_void.due_date,
    )
    const gone = await details(manager, newer)
    assert.equal(gone.after_void, null)
    assert.deepEqual(
      gone.ledger.map(({ kind }: { kind: string }) => kind),
      ['calibration.appended', 'calibration.approved', 'calibration.voided'],
    )
    const { actor, reason } = gone.ledger[2]
    assert.deepEqual({ actor, reason }, { actor: { type: 'user', name: 'Quinn' }, reason: 'Wrong one' })
  })

  test('states whether a void restores the quarantine of an earlier failure or lifts its own', async () => {
    const { technician, manager, instrument } = await laboratory({ approval_policy: 'automatic' })
    const record = (performed_at: string, result: string) =>
      calibrate(technician, instrument, { performed_at, result })
    const failed = await record('2026-01-02T10:00:00Z', 'FAIL')
    assert.equal((await details(manager, failed)).after_void.quarantine, 'lifted')
    const mistaken = await record('2026-02-02T10:00:00Z', 'PASS')
    assert.equal((await details(manager, mistaken)).after_void.quarantine, 'set')
    assert.equal((await details(manager, failed)).after_void.quarantine, null)
  })

  test('names the open correction, during which the record cannot be voided', async () => {
    const { technician, manager, instrument } = await laboratory()
    const id = await calibrate(technician, instrument)
    await manager.call('POST', `/calibrations/${id}/approve`, { body: {} })
    const body = { result: 'FAIL', correction_reason: 'A digit was left out' }
    const correction = (await manager.call('POST', `/calibrations/${id}/correct`, { body })).body
    const found = await details(manager, id)
    assert.deepEqual([found.open_correction_id, found.after_void], [correction.id, null])
    assert.equal((await details(manager, correction.id)).approval_obstacle, 'own_record')
  })

  test('is not found for void markers, unknown IDs and other sites', async () => {
    const { workspace, technician, manager, instrument } = await laboratory()
    const id = await calibrate(technician, instrument)
    const marker = await manager.call('POST', `/calibrations/${id}/void`, { body: { reason: 'x' } })
    const local = await signInAs(app, workspace, 'manager', { siteIds: [await workspace.site('North')] })
    for (const [session, of] of [
      [manager, marker.body.id],
      [manager, newId()],
      [local, id],
    ] as const) {
      assert.equal((await details(session, of)).code, 'NOT_FOUND')
    }
    assert.equal((await details(manager, 'x')).code, 'VALIDATION_ERROR')
  })
})
