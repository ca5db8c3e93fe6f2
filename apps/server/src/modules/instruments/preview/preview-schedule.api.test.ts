import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { signInAs } from '../../../../test/session.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app, { timeZone: 'UTC' })
const admin = await signInAs(app, lab, 'admin')
const preview = async (query = '') => {
  const { status, body } = await admin.call('GET', `/schedule-preview${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const calibrated = (asset_tag: string, last_calibration_date: string, more = {}) =>
  lab.instrument({ asset_tag, last_calibration_date, ...more })

// The clock of tests stands at some hour of this day in UTC.
const today = app.clock.now().toISOString().slice(0, 10)
const yearsAgo = (days: number, time: string) =>
  `${new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000 - 365 * 86_400_000).toISOString().slice(0, 10)}T${time}Z`

await calibrated('NOON', yearsAgo(200, '12:00:00'))
await calibrated('LATE', yearsAgo(200, '23:30:00'))
await calibrated('EDGE', yearsAgo(30, '23:30:00'))
await lab.instrument({ asset_tag: 'NEVER' })
const retired = await calibrated('GONE', yearsAgo(200, '23:30:00'))
await admin.call('POST', `/instruments/${retired.id}/retire`, { body: { reason: 'Worn out' } })

describe('the preview of settings that affect due dates', () => {
  test('changes nothing if nothing is to change', async () => {
    assert.deepEqual(await preview(), {
      timezone: 'UTC',
      warning_days: 30,
      today,
      today_after: today,
      examined: 4,
      is_complete: true,
      due_dates_moved: 0,
      statuses_changed: 0,
      examples: [],
    })
  })

  test('counts and lists due dates that another zone moves, those whose status changes first', async () => {
    const body = await preview('?timezone=asia/tokyo')
    assert.equal(body.timezone, 'Asia/Tokyo')
    assert.deepEqual([body.due_dates_moved, body.statuses_changed], [2, 1])
    const tags = body.examples.map((example: { asset_tag: string }) => example.asset_tag)
    assert.deepEqual(tags, ['EDGE', 'LATE'])
    for (const { current, after } of body.examples) {
      assert.equal(Date.parse(after.due_date) - Date.parse(current.due_date), 86_400_000)
    }
  })

  test('shows exactly the effect of the change, and writes nothing itself', async () => {
    const read = async () => {
      const { data } = (await admin.call('GET', '/instruments?limit=100')).body
      return new Map(
        data.map((row: any) => [
          row.id,
          { due_date: row.due_date ?? null, compliance_status: row.compliance_status },
        ]),
      )
    }
    const detail = async (id: string) => (await admin.call('GET', `/instruments/${id}`)).body
    const before = await read()
    const ledger = (await admin.call('GET', '/activity?limit=1')).body.data[0].index
    const { examples } = await preview('?timezone=Asia/Tokyo&warning_days=250')
    assert.deepEqual(await read(), before)
    assert.equal((await admin.call('GET', '/activity?limit=1')).body.data[0].index, ledger)
    assert.ok(examples.length >= 2)
    const change = { timezone: 'Asia/Tokyo', warning_days: 250 }
    assert.equal((await admin.call('PATCH', '', { body: change })).status, 200)
    for (const { id, after } of examples) {
      const { due_date, compliance_status } = await detail(id)
      assert.deepEqual({ due_date, compliance_status }, after)
    }
    await admin.call('PATCH', '', { body: { timezone: 'UTC', warning_days: 30 } })
  })

  test('shows which instruments other warning days make due soon', async () => {
    const body = await preview('?warning_days=210')
    assert.deepEqual([body.due_dates_moved, body.statuses_changed], [0, 2])
    for (const { current, after } of body.examples) {
      assert.deepEqual([current.compliance_status, after.compliance_status], ['COMPLIANT', 'WARNING'])
    }
  })

  test('names at most ten instruments and counts all', async () => {
    const many = await openLaboratory(app, { timeZone: 'UTC' })
    const other = await signInAs(app, many, 'admin')
    for (let index = 0; index < 12; index += 1) {
      await many.instrument({ last_calibration_date: yearsAgo(200, '23:30:00') })
    }
    const { body } = await other.call('GET', '/schedule-preview?timezone=Asia/Tokyo')
    assert.deepEqual([body.examined, body.due_dates_moved, body.examples.length], [12, 12, 10])
  })

  test('refuses unknown zones, and days beyond the limits', async () => {
    const cases = [
      ['?timezone=Mars/Olympus', 'timezone'],
      ['?timezone=%2B02:00', 'timezone'],
      ['?warning_days=-1', 'warning_days'],
      ['?warning_days=3651', 'warning_days'],
    ] as const
    for (const [query, field] of cases) {
      const { status, body } = await admin.call('GET', `/schedule-preview${query}`)
      assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'], query)
      assert.deepEqual(body.details.errors[0].loc, ['query', field], query)
    }
  })

  test('is for admins who reach all sites', async () => {
    const limited = await signInAs(app, lab, 'admin', { siteIds: [await lab.site('Dock')] })
    for (const session of [limited, await signInAs(app, lab, 'manager')]) {
      const { status, body } = await session.call('GET', '/schedule-preview')
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    }
  })
})

describe("the look ahead at a site's zone", () => {
  test('counts and lists what moves in the worklist, exactly as the change does later, and writes nothing', async () => {
    const siteLab = await openLaboratory(app, { timeZone: 'UTC' })
    const manager = await signInAs(app, siteLab, 'manager')
    const dock = await siteLab.site('Dock')
    for (const [asset_tag, days, time, site] of [
      ['NOON', 200, '12:00:00', dock],
      ['LATE', 200, '23:30:00', dock],
      ['TODAY', 0, '12:00:00', dock],
      ['ELSEWHERE', 200, '23:30:00', undefined],
    ] as const) {
      const { id } = await siteLab.instrument({ asset_tag, last_calibration_date: yearsAgo(days, time) })
      if (site) await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
    }
    const rows = async () => {
      const { data } = (await manager.call('GET', `/due?within_days=400&site_id=${dock}`)).body
      return new Map(data.map((row: any) => [row.id, { due_date: row.due_date, is_overdue: row.is_overdue }]))
    }
    const path = `/sites/${dock}`
    const look = async (zone: string) =>
      (await manager.call('GET', `${path}/schedule-preview?timezone=${zone}`)).body
    const before = await rows()
    // A zone in which tomorrow has come, at whatever hour of UTC the clock of tests stands.
    const { examples, ...figures } = await look('pacific/kiritimati')
    assert.deepEqual(await rows(), before)
    assert.deepEqual(
      { timezone: figures.timezone, examined: figures.examined, moved: figures.due_dates_moved },
      { timezone: 'Pacific/Kiritimati', examined: 3, moved: 3 },
    )
    const patch = await manager.call('PATCH', path, { body: { timezone: 'Pacific/Kiritimati' } })
    assert.equal(patch.status, 200)
    const after = await rows()
    assert.equal(examples.length, 3)
    for (const { id, current, after: previewed } of examples) {
      assert.deepEqual(current, before.get(id))
      assert.deepEqual(previewed, after.get(id))
    }
    // Left out, the zone of the workspace is looked at: what moved would move back.
    const back = (await manager.call('GET', `${path}/schedule-preview`)).body
    assert.deepEqual([back.timezone, back.due_dates_moved], ['UTC', 3])
  })

  test('shows what would be overdue at the site although its due date is the same', async () => {
    const siteLab = await openLaboratory(app, { timeZone: 'UTC' })
    const manager = await signInAs(app, siteLab, 'manager')
    await siteLab.instrument({ asset_tag: 'TODAY', last_calibration_date: yearsAgo(0, '05:00:00') })
    const path = `/sites/${siteLab.workspace.defaultSiteId}/schedule-preview`
    const { body } = await manager.call('GET', `${path}?timezone=Pacific/Auckland`)
    const { due_dates_moved: moved, overdue_changed: changed, today: now, today_after: then } = body
    assert.deepEqual([moved, changed], [0, then > now ? 1 : 0])
  })

  test('is for those who may change the site, and refuses unknown zones', async () => {
    const dock = await lab.site('Pier')
    const limited = await signInAs(app, lab, 'manager', { siteIds: [dock] })
    const path = (site: string, zone = 'Asia/Tokyo') => `/sites/${site}/schedule-preview?timezone=${zone}`
    assert.equal((await limited.call('GET', path(dock))).status, 200)
    const others = await limited.call('GET', path(lab.workspace.defaultSiteId))
    assert.deepEqual([others.status, others.body.code], [404, 'NOT_FOUND'])
    const technician = await signInAs(app, lab, 'technician')
    assert.equal((await technician.call('GET', path(dock))).body.code, 'FORBIDDEN')
    const { body } = await limited.call('GET', path(dock, 'Mars/Olympus'))
    assert.deepEqual(body.details.errors[0].loc, ['query', 'timezone'])
  })
})
