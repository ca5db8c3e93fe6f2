import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Summary } from '@plumbline/contract'
import { sharedTestApp } from '../../test/app.ts'
import { enter } from '../../test/register.ts'
import { signInAs, type TestSession } from '../../test/session.ts'

const app = await sharedTestApp()

// The clock of tests stands at Saturday, 2026-11-21, 08:00 in UTC.
async function read(session: TestSession, query = ''): Promise<Summary> {
  const response = await session.call('GET', `/summary${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body as Summary
}

const calibrate = (session: TestSession, id: string, body: object) =>
  session.call('POST', `/instruments/${id}/calibrations`, {
    body,
    headers: { 'idempotency-key': randomUUID() },
  })

const due = (date: string) => ({ last_calibration_date: `${date}T12:00:00Z`, calibration_interval_value: 12 })

const nothingPending = { overdue_pending: 0, not_calibrated_pending: 0 }

describe('the summary', () => {
  test('of an empty register counts nothing and looks twelve weeks ahead', async () => {
    const summary = await read(await signInAs(app, await app.workspace(), 'auditor'))
    assert.equal(summary.today, '2026-11-21')
    assert.ok(Object.values(summary.compliance).every((count) => count === 0))
    assert.equal(summary.due_by_week.length, 12)
    assert.deepEqual(summary.due_by_week[0], { week_start: '2026-11-16', count: 0 })
    assert.equal(summary.due_by_week[11]!.week_start, '2027-02-01')
    assert.deepEqual([summary.overdue, summary.pending_approvals, summary.quarantined], [0, 0, 0])
    assert.deepEqual([summary.due_from, summary.due_this_month], ['2026-11-21', 0])
    assert.deepEqual(summary.in_use, { overdue: 0, failed: 0, not_calibrated: 0, ...nothingPending })
  })

  test('counts tokens, weeks, and what is overdue, pending, sent out and quarantined', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const add = (body: Record<string, unknown> = {}) => enter(app, workspace.key, body)
    await add()
    await add(due('2025-11-20'))
    await add(due('2025-11-21'))
    await add(due('2025-11-22'))
    await add(due('2025-11-23'))
    await add(due('2026-02-07'))
    await add(due('2026-02-08'))
    const out = await add(due('2026-06-01'))
    const reason = 'x'
    await manager.call('POST', `/instruments/${out.id}/status`, {
      body: { status: 'OUT_FOR_CALIBRATION', reason },
    })
    const failed = await add()
    await calibrate(manager, failed.id, { result: 'FAIL' })
    const reference = await add()
    await manager.call('POST', `/instruments/${reference.id}/status`, {
      body: { status: 'REFERENCE_ONLY', reason },
    })
    const retired = await add(due('2025-01-01'))
    await manager.call('POST', `/instruments/${retired.id}/retire`, { body: { reason } })
    const admin = await signInAs(app, workspace, 'admin')
    await admin.call('PATCH', '', { body: { approval_policy: 'review' } })
    const waiting = (await calibrate(manager, failed.id, { result: 'PASS' })).body
    const voided = (await calibrate(manager, failed.id, { result: 'PASS' })).body
    await admin.call('POST', `/calibrations/${voided.id}/void`, { body: { reason } })

    const summary = await read(manager)
    assert.equal(waiting.approval_status, 'pending')
    assert.deepEqual(summary.compliance, {
      NOT_CALIBRATED: 1,
      COMPLIANT: 2,
      WARNING: 3,
      NON_COMPLIANT: 2,
      OUT_FOR_CALIBRATION: 1,
    })
    assert.deepEqual(
      [summary.overdue, summary.pending_approvals, summary.out_for_calibration, summary.quarantined],
      [1, 1, 1, 1],
    )
    const weeks = Object.fromEntries(summary.due_by_week.map(({ week_start: week, count }) => [week, count]))
    // The failed one is due today, and so is the one that was never calibrated.
    assert.deepEqual([weeks['2026-11-16'], weeks['2026-11-23'], weeks['2027-02-01']], [4, 1, 1])
    assert.equal(
      summary.due_by_week.reduce((sum, { count }) => sum + count, 0),
      6,
    )
    assert.equal(summary.due_this_month, 5)
    // The failed one is in quarantine, and out of use with it.
    assert.deepEqual(summary.in_use, { overdue: 1, failed: 0, not_calibrated: 1, ...nothingPending })
    assert.equal(summary.recent_activity.length, 10)
    assert.equal(summary.recent_activity[0]!.kind, 'calibration.voided')
  })

  test('agrees with the lists of the same tokens', async () => {
    const workspace = await app.workspace()
    const session = await signInAs(app, workspace, 'technician')
    for (const date of ['2025-11-01', '2025-11-25', '2026-05-01', '2026-06-01']) {
      await enter(app, workspace.key, due(date))
    }
    await enter(app, workspace.key)
    const { compliance } = await read(session)
    for (const [token, count] of Object.entries(compliance)) {
      const list = await session.call('GET', `/instruments?compliance_status=${token}`)
      assert.equal(list.body.pagination.total, count, token)
    }
  })

  test('shows what is in use without a valid calibration, considering grace periods and quarantine', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const change = (id: string, body: object) => manager.call('PATCH', `/instruments/${id}`, { body })
    const move = (id: string, status: string) =>
      manager.call('POST', `/instruments/${id}/status`, { body: { status, reason: 'x' } })
    const late = () => enter(app, workspace.key, due('2025-11-01'))
    await late()
    await move((await late()).id, 'in_service')
    await move((await late()).id, 'out_of_service')
    await change((await late()).id, { grace_days: 30 })
    await change((await late()).id, { is_quarantined: true })
    await change((await enter(app, workspace.key)).id, { is_quarantined: true })
    const released = await enter(app, workspace.key)
    await calibrate(manager, released.id, { result: 'FAIL' })
    await change(released.id, { is_quarantined: false })
    const standard = async () => (await enter(app, workspace.key, { is_reference_standard: true })).id
    await calibrate(manager, await standard(), { result: 'FAIL' })
    await change(await standard(), { is_quarantined: true })
    const summary = await read(manager)
    assert.deepEqual(summary.unfit_standards, { failed: 1, quarantined: 1 })
    assert.deepEqual(summary.in_use, {
      overdue: 2,
      failed: 1,
      not_calibrated: 0,
      ...nothingPending,
    })
    const rows = '/due?within_days=0&in_use=true&compliance_status='
    const found = await manager.call('GET', `${rows}NON_COMPLIANT`)
    assert.equal(found.body.pagination.total, 3, 'unfit standards are in quarantine')
    assert.equal((await manager.call('GET', `${rows}NOT_CALIBRATED`)).body.pagination.total, 0)
  })

  test('shows the overdue and the never calibrated whose calibration is pending approval', async () => {
    const workspace = await app.workspace()
    const [admin, technician] = [
      await signInAs(app, workspace, 'admin'),
      await signInAs(app, workspace, 'technician'),
    ]
    await admin.call('PATCH', '', { body: { approval_policy: 'review' } })
    const [late] = [await enter(app, workspace.key, due('2025-11-01'))]
    await enter(app, workspace.key, due('2025-11-01'))
    const never = await enter(app, workspace.key)
    const inUse = { overdue: 2, failed: 0, not_calibrated: 1 }
    const body = { result: 'PASS', performed_at: '2026-11-20T09:00:00Z' }
    const record = (await calibrate(technician, late.id, body)).body
    await calibrate(technician, never.id, body)
    // Sheets of a time before the calibration that counts change nothing.
    await calibrate(technician, late.id, { ...body, performed_at: '2025-01-01T09:00:00Z' })
    assert.deepEqual((await read(admin)).in_use, { ...inUse, overdue_pending: 1, not_calibrated_pending: 1 })
    await admin.call('POST', `/calibrations/${record.id}/reject`, { body: { reason: 'No readings' } })
    assert.deepEqual((await read(admin)).in_use, { ...inUse, overdue_pending: 0, not_calibrated_pending: 1 })
  })

  test('counts due dates as days of their sites, as the worklist lists them', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    // There it is still the day before.
    const honolulu = await workspace.site('Honolulu', 'Pacific/Honolulu')
    for (const date of ['2025-11-19', '2025-11-20', '2025-11-24', '2025-12-01', '2026-01-10']) {
      for (const site of [honolulu, workspace.workspace.defaultSiteId]) {
        const { id } = await enter(app, workspace.key, due(date))
        await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
      }
    }
    await enter(app, workspace.key)
    const summary = await read(manager)
    assert.deepEqual([summary.today, summary.due_from, summary.overdue], ['2026-11-21', '2026-11-20', 3])
    const total = async (query: string) =>
      (await manager.call('GET', `/due?${query}`)).body.pagination.total as number
    assert.equal(await total('within_days=-1'), summary.overdue)
    assert.equal(await total('due_from=2026-11-20&due_before=2026-12-01'), summary.due_this_month)
    for (const [index, { week_start: week, count }] of summary.due_by_week.entries()) {
      const from = index === 0 ? summary.due_from : week
      const before = Temporal.PlainDate.from(week).add({ days: 7 }).toString()
      assert.equal(await total(`due_from=${from}&due_before=${before}`), count, week)
    }
  })

  test('is limited to one site on request', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const [harbour, other] = [await workspace.site('Harbour'), await workspace.site('Other')]
    await manager.call('PATCH', `/instruments/${(await enter(app, workspace.key, due('2025-01-01'))).id}`, {
      body: { site_id: harbour },
    })
    const figuresOf = ({ overdue, in_use: inUse, sites, compliance }: Summary) =>
      [overdue, inUse.overdue, sites.length, compliance.NON_COMPLIANT] as const
    assert.deepEqual(figuresOf(await read(manager, `?site_id=${harbour}`)), [1, 1, 1, 1])
    assert.deepEqual(figuresOf(await read(manager, `?site_id=${other}`)), [0, 0, 0, 0])
    const limited = await signInAs(app, workspace, 'technician', { siteIds: [other] })
    assert.deepEqual(figuresOf(await read(limited, `?site_id=${harbour}`)), [0, 0, 0, 0])
    assert.deepEqual(figuresOf(await read(limited, `?site_id=${randomUUID()}`)), [0, 0, 0, 0])
    assert.equal((await manager.call('GET', '/summary?site_id=harbour')).status, 422)
  })

  test('is limited to the sites that the person can access', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const [harbour, other] = [await workspace.site('Harbour'), await workspace.site('Other')]
    for (const site of [harbour, other, other]) {
      const { id } = await enter(app, workspace.key, due('2025-01-01'))
      await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site, is_quarantined: true } })
    }
    const limited = await signInAs(app, workspace, 'technician', { siteIds: [harbour] })
    const summary = await read(limited)
    assert.deepEqual([summary.overdue, summary.quarantined, summary.compliance.NON_COMPLIANT], [1, 1, 1])
    assert.deepEqual(
      summary.sites.map(({ site_id: site }) => site),
      [harbour],
    )
    const whole = await read(manager)
    assert.equal(whole.overdue, 3)
    const ofOther = whole.sites.find(({ site_id: site }) => site === other)
    assert.equal(ofOther?.compliance.NON_COMPLIANT, 2)
  })
})
