import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { roles, type AppDueInstrument } from '@plumbline/contract'
import { sharedTestApp, type TestWorkspace } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'

const app = await sharedTestApp()

// The clock of tests stands at Saturday, 2026-11-21, 08:00 in UTC.
const due = (date: string) => ({ last_calibration_date: `${date}T12:00:00Z`, calibration_interval_value: 12 })

async function rowsOf(session: TestSession, query: string): Promise<AppDueInstrument[]> {
  const response = await session.call('GET', `/due?limit=100&${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  assert.equal(response.body.pagination.total, response.body.data.length)
  return response.body.data
}

const tagsOf = (rows: readonly AppDueInstrument[]) => rows.map(({ asset_tag: tag }) => tag)

describe("the app's worklist", () => {
  let workspace: TestWorkspace
  let manager: TestSession
  let north = ''

  before(async () => {
    workspace = await app.workspace()
    manager = await signInAs(app, workspace, 'manager')
    north = await workspace.site('A north')
    const south = await workspace.site('B south')
    const entered = [
      ['late-1', south, '2025-11-01'],
      ['late-2', north, '2025-11-20'],
      ['late-3', south, '2025-10-01'],
      ['today', north, '2025-11-21'],
      ['never', south, null],
      ['monday-1', south, '2025-11-23'],
      ['monday-2', north, '2025-11-23'],
      ['monday-3', north, '2025-11-23'],
      ['later', south, '2025-12-20'],
    ] as const
    for (const [tag, site, date] of entered) {
      const { id } = await enter(app, workspace.key, { asset_tag: tag, ...(date && due(date)) })
      await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
    }
  })

  /** Everything of the next thirty days, in its order. */
  const order = ['late-2', 'late-3', 'late-1', 'today', 'never', 'monday-2', 'monday-3', 'monday-1', 'later']

  test('puts what is overdue first and groups each due date by site', async () => {
    assert.deepEqual(tagsOf(await rowsOf(manager, '')), order)
  })

  test('keeps that order over pages of any size', async () => {
    for (const limit of [1, 2, 4]) {
      const tags: (string | null)[] = []
      for (let offset = 0; offset < order.length; offset += limit) {
        const page = await manager.call('GET', `/due?limit=${limit}&offset=${offset}`)
        tags.push(...tagsOf(page.body.data))
      }
      assert.deepEqual(tags, order, `pages of ${limit}`)
    }
  })

  test('takes the public order for programs as it is', async () => {
    const response = await app.call('GET', '/due?limit=3', { key: workspace.key })
    assert.deepEqual(tagsOf(response.body.data), ['late-3', 'late-1', 'late-2'])
  })

  test('covers a range of days, which may begin in the past', async () => {
    const week = 'due_from=2026-11-22&due_before=2026-11-29'
    assert.deepEqual(tagsOf(await rowsOf(manager, week)), ['monday-2', 'monday-3', 'monday-1'])
    const past = 'due_from=2026-11-01&due_before=2026-11-22'
    assert.deepEqual(tagsOf(await rowsOf(manager, past)), ['late-2', 'late-1', 'today', 'never'])
    assert.deepEqual(await rowsOf(manager, 'due_from=2026-11-29&due_before=2026-11-22'), [])
  })

  test('lists only overdue instruments with a horizon of -1', async () => {
    const rows = await rowsOf(manager, 'within_days=-1')
    assert.deepEqual(tagsOf(rows), ['late-2', 'late-3', 'late-1'])
    assert.ok(rows.every(({ is_overdue: isOverdue }) => isOverdue))
  })

  test('combines range, site, status and use', async () => {
    assert.deepEqual(tagsOf(await rowsOf(manager, `due_from=2026-11-21&site_id=${north}`)), [
      'today',
      'monday-2',
      'monday-3',
    ])
    assert.deepEqual(tagsOf(await rowsOf(manager, 'compliance_status=NOT_CALIBRATED&in_use=true')), ['never'])
    const late = 'compliance_status=NON_COMPLIANT&in_use=true&due_from=2026-11-01'
    assert.deepEqual(tagsOf(await rowsOf(manager, late)), ['late-2', 'late-1'])
  })

  test('refuses words, horizons and dates that there are not', async () => {
    const refused = async (query: string) => {
      const { status, body } = await manager.call('GET', `/due?${query}`)
      return [status, body.code]
    }
    assert.deepEqual(await refused('in_use=maybe'), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(await refused('compliance_status=FINE'), [422, 'INVALID_REQUEST'])
    assert.deepEqual(await refused('within_days=-2'), [422, 'VALIDATION_ERROR'])
    assert.deepEqual(await refused('due_from=2026-02-30'), [422, 'VALIDATION_ERROR'])
  })

  test('is available to every role, but only to members', async () => {
    for (const role of roles) {
      const session = await signInAs(app, workspace, role)
      assert.equal((await rowsOf(session, '')).length, order.length, role)
    }
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const response = await stranger.call('GET', '/due', { workspaceId: workspace.id })
    assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'])
    const elsewhere = await manager.call('GET', `/due?site_id=${randomUUID()}`)
    assert.deepEqual(elsewhere.body.data, [])
    const limited = await signInAs(app, workspace, 'technician', { siteIds: [north] })
    assert.deepEqual(tagsOf(await rowsOf(limited, '')), ['late-2', 'today', 'monday-2', 'monday-3'])
  })
})

test('a row shows site, use, failure and quarantine', async () => {
  const workspace = await app.workspace()
  const manager = await signInAs(app, workspace, 'manager')
  const { id } = await enter(app, workspace.key, { asset_tag: 'BAD' })
  const headers = { 'idempotency-key': randomUUID() }
  await manager.call('POST', `/instruments/${id}/calibrations`, { body: { result: 'FAIL' }, headers })
  const [row] = await rowsOf(manager, '')
  assert.deepEqual(
    [row?.site_id, row?.is_overdue, row?.status, row?.has_failed, row?.is_quarantined],
    [workspace.workspace.defaultSiteId, false, 'active', true, true],
  )
  assert.deepEqual(await rowsOf(manager, 'in_use=true'), [])
  // One that was never calibrated, one that is not in use anyway, and one at a place of its own.
  const others = ['idle', 'never', 'placed'] as const
  const ids = new Map<string, string>()
  for (const tag of others) ids.set(tag, (await enter(app, workspace.key, { asset_tag: tag })).id)
  const reason = 'Dropped.'
  await manager.call('POST', `/instruments/${ids.get('idle')}/status`, {
    body: { status: 'out_of_service', reason },
  })
  assert.deepEqual(tagsOf(await rowsOf(manager, 'in_use=true')), ['never', 'placed'])
  for (const tag of ['idle', 'never']) {
    const body = { is_quarantined: true, reason }
    await manager.call('POST', `/instruments/${ids.get(tag)}/quarantine`, { body })
  }
  assert.deepEqual(tagsOf(await rowsOf(manager, 'in_use=true')), ['placed'])
  const site = workspace.workspace.defaultSiteId
  const location = await manager.call('POST', '/locations', { body: { site_id: site, name: 'Cabinet' } })
  const body = { location_id: location.body.id }
  for (const other of ids.values()) await manager.call('PATCH', `/instruments/${other}`, { body })
  assert.deepEqual(tagsOf(await rowsOf(manager, `in_use=true&location_id=${body.location_id}`)), ['placed'])
})

test('rows contain the location as text, in addition to the name of the registered location', async () => {
  const workspace = await app.workspace()
  const manager = await signInAs(app, workspace, 'manager')
  const site_id = workspace.workspace.defaultSiteId
  const cabinet = await manager.call('POST', '/locations', { body: { site_id, name: 'Cabinet' } })
  await enter(app, workspace.key, { asset_tag: 'a-nowhere' })
  await enter(app, workspace.key, { asset_tag: 'b-written', location: 'Rack 3, top' })
  const both = await enter(app, workspace.key, { asset_tag: 'c-both', location: 'Left shelf' })
  await manager.call('PATCH', `/instruments/${both.id}`, { body: { location_id: cabinet.body.id } })
  const rows = await rowsOf(manager, '')
  assert.deepEqual(
    rows.map((row) => [row.asset_tag, row.location_name, row.location]),
    [
      ['a-nowhere', null, null],
      ['b-written', null, 'Rack 3, top'],
      ['c-both', 'Cabinet', 'Left shelf'],
    ],
  )
})

test('a site that is a day ahead has overdue what elsewhere is due today', async () => {
  const workspace = await app.workspace({ timeZone: 'Pacific/Honolulu' })
  const manager = await signInAs(app, workspace, 'manager')
  const sites = { own: workspace.workspace.defaultSiteId, ahead: await workspace.site('Ahead', 'UTC') }
  for (const [tag, site] of Object.entries(sites)) {
    const { id } = await enter(app, workspace.key, { asset_tag: tag, ...due('2025-11-20') })
    await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
  }
  const first = await manager.call('GET', '/due?limit=1')
  const second = await manager.call('GET', '/due?limit=1&offset=1')
  assert.deepEqual(
    [first.body.data, second.body.data].map(([row]) => [row.asset_tag, row.is_overdue]),
    [
      ['ahead', true],
      ['own', false],
    ],
  )
})

test('a row names the calibration that is pending approval, corrections and older sheets aside', async () => {
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin')
  const technician = await signInAs(app, workspace, 'technician', { name: 'Tess Technician' })
  const { id } = await enter(app, workspace.key, { asset_tag: 'late', ...due('2025-11-01') })
  await admin.call('PATCH', '', { body: { approval_policy: 'review' } })
  const calibrate = (performed_at: string) =>
    technician.call('POST', `/instruments/${id}/calibrations`, {
      body: { result: 'PASS', performed_at },
      headers: { 'idempotency-key': randomUUID() },
    })
  const pending = async () => (await rowsOf(admin, ''))[0]!.pending_approval
  const [start] = (await admin.call('GET', `/instruments/${id}/calibrations`)).body.data
  await admin.call('POST', `/calibrations/${start.id}/correct`, {
    body: { result: 'PASS', correction_reason: 'A digit was left out' },
  })
  await calibrate('2025-01-01T09:00:00Z')
  assert.equal(await pending(), null)
  const { body: record } = await calibrate('2026-11-20T09:00:00Z')
  assert.deepEqual(await pending(), {
    calibration_id: record.id,
    entered_by: 'Tess Technician',
    entered_at: record.created_at,
  })
  const open = await app.call('GET', '/due', { key: workspace.key })
  assert.ok(!('pending_approval' in open.body.data[0]))
  await admin.call('POST', `/calibrations/${record.id}/approve`, { body: {} })
  assert.deepEqual(tagsOf(await rowsOf(admin, '')), [])
})
