import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, instrumentFileColumns } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'

const app = await startTestApp()

async function lines(session: TestSession, path: string): Promise<string[]> {
  const reply = await session.call('GET', path)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const text = reply.body as string
  assert.ok(text.endsWith('\r\n'))
  return text.slice(0, -2).split('\r\n')
}

const fileOf = (workspaceId: string) =>
  `${app.origin}${APP_API_PREFIX}/workspaces/${workspaceId}/exports/instruments`

/** Enters more instruments than are read at once, without the words that nobody searches here. */
const fill = (workspace: TestWorkspace, notes: string | null = null) =>
  app.asOwner(async (owner) => {
    await owner.query('alter table instruments disable trigger write_words')
    await owner.query(
      `insert into instruments (workspace_id, instrument_id, asset_tag, name, calibration_interval_value,
         calibration_interval_unit, site_id, status, compliance_group, created_at, updated_at, ledger_index, notes)
       select $1, gen_random_uuid(), 'T-' || n, 'Caliper', 12, 'months', $2, 'active', 'never', now(), now(), 1, $3
       from generate_series(1, 5000) n`,
      [workspace.id, workspace.workspace.defaultSiteId, notes],
    )
    await owner.query('alter table instruments enable trigger write_words')
  })

describe('the register as a file', () => {
  test('is handed out to every role as an attachment in UTF-8 that spreadsheets know', async () => {
    const workspace = await app.workspace()
    await enter(app, workspace.key, {
      asset_tag: 'Ä-1',
      name: '=HYPERLINK("http://evil")',
      manufacturer: 'Müller, Söhne',
      notes: 'two\nlines',
    })
    for (const role of ['admin', 'manager', 'technician', 'auditor'] as const) {
      const session = await signInAs(app, workspace, role)
      const response = await fetch(fileOf(workspace.id), { headers: { cookie: session.cookie } })
      const { status, headers } = response
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
      assert.equal(headers.get('content-disposition'), 'attachment; filename="instruments-2026-11-21.csv"')
      assert.equal(headers.get('cache-control'), 'private, no-store')
      const text = Buffer.from(await response.arrayBuffer()).toString()
      assert.ok(
        text.startsWith(
          `\uFEFF${instrumentFileColumns.filter((name) => name !== 'customFields').join(',')}\r\n`,
        ),
      )
      assert.match(text, /,Ä-1,"'=HYPERLINK\(""http:\/\/evil""\)","Müller, Söhne",/)
      assert.match(text, /"two\nlines"/)
    }
  })

  test('contains the requested ones, including retired ones, and refuses those without access', async () => {
    const lab = await openLaboratory(app)
    const manager = await signInAs(app, lab, 'manager')
    const ids: string[] = []
    for (const tag of ['B-2', 'A-1', 'C-3']) ids.push((await lab.instrument({ asset_tag: tag })).id)
    await manager.call('POST', `/instruments/${ids[0]}/retire`, { body: { reason: 'Worn' } })
    const foreign = (await (await openLaboratory(app)).instrument()).id
    const named = { instrument_ids: [ids[0], ids[1]], columns: 'asset_tag,status' }
    const file = async (session: TestSession, body: object) =>
      (await session.call('POST', '/exports/instruments', { body })).body
    for (const role of ['admin', 'manager', 'technician', 'auditor'] as const) {
      const text = await file(await signInAs(app, lab, role), { ...named, sort: 'asset_tag' })
      assert.equal(text, 'asset_tag,status\r\nA-1,active\r\nB-2,retired\r\n')
    }
    const elsewhere = await signInAs(app, lab, 'auditor', { siteIds: [await lab.site('Elsewhere')] })
    assert.equal((await file(elsewhere, named)).code, 'NOT_FOUND')
    assert.equal((await file(manager, { instrument_ids: [ids[1], foreign] })).code, 'NOT_FOUND')
    assert.equal((await file(manager, { ...named, sort: 'colour' })).code, 'INVALID_REQUEST')
    assert.equal((await file(manager, { ...named, columns: 'colour' })).code, 'INVALID_REQUEST')
    const none = await file(manager, { instrument_ids: [] })
    assert.equal(none.code, 'VALIDATION_ERROR')
    assert.equal(none.details.errors[0].loc[1], 'instrument_ids')
  })

  test('contains the rows of the filter in its order, with the chosen columns', async () => {
    const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
    const session = await signInAs(app, lab, 'technician')
    const harbour = await lab.site('Harbour')
    const manager = await signInAs(app, lab, 'manager')
    for (const tag of ['B-2', 'A-1', 'C-3']) {
      const { id } = await lab.instrument({ asset_tag: tag, last_calibration_date: '2026-10-31T23:30:00Z' })
      if (tag === 'C-3') await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: harbour } })
    }
    const chosen = 'columns=asset_tag,site,last_calibration_date,due_date,is_quarantined'
    const [head, ...rows] = await lines(session, `/exports/instruments?sort=-asset_tag&${chosen}`)
    assert.match(head!, /asset_tag,site,last_calibration_date,due_date,is_quarantined$/)
    assert.deepEqual(rows, [
      'C-3,Harbour,2026-11-01,2027-11-01,false',
      'B-2,Main site,2026-11-01,2027-11-01,false',
      'A-1,Main site,2026-11-01,2027-11-01,false',
    ])
    const found = await lines(
      session,
      '/exports/instruments?q=a-1&columns=asset_tag&compliance_status=COMPLIANT',
    )
    assert.deepEqual(found.slice(1), ['A-1'])
    assert.equal((await lines(session, '/exports/instruments?status=nothing')).length, 1)
    const limited = await signInAs(app, lab, 'auditor', { siteIds: [harbour] })
    assert.deepEqual((await lines(limited, '/exports/instruments?columns=asset_tag')).slice(1), ['C-3'])
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await lines(stranger, '/exports/instruments')).length, 1)
  })

  test('refuses unknown values before anything is sent', async () => {
    const session = await signInAs(app, await app.workspace(), 'auditor')
    for (const query of ['columns=colour', 'sort=colour', 'compliance_status=X']) {
      const reply = await session.call('GET', `/exports/instruments?${query}`)
      assert.deepEqual([reply.status, reply.body.code], [422, 'INVALID_REQUEST'], query)
    }
    const reply = await session.call('GET', '/exports/instruments?site_id=x')
    assert.deepEqual([reply.status, reply.body.code], [422, 'VALIDATION_ERROR'])
  })

  test('is complete over many pages while the register changes', async () => {
    const workspace = await app.workspace()
    const session = await signInAs(app, workspace, 'auditor')
    await fill(workspace)
    const downloads = Array.from({ length: 6 }, () =>
      lines(session, '/exports/instruments?columns=asset_tag'),
    )
    await enter(app, workspace.key, { asset_tag: 'LATE' })
    for (const download of await Promise.all(downloads)) {
      const tags = new Set(download.slice(1).filter((tag) => tag !== 'LATE'))
      assert.equal(tags.size, 5000)
    }
  })

  test('releases its connection if the client disconnects before the end', async () => {
    const workspace = await app.workspace()
    const session = await signInAs(app, workspace, 'auditor')
    await fill(workspace, 'A long remark. '.repeat(150))
    for (let gone = 0; gone < 8; gone += 1) {
      const abort = new AbortController()
      const headers = { cookie: session.cookie }
      await fetch(fileOf(workspace.id), { headers, signal: abort.signal })
      abort.abort()
    }
    // More than may run at once have gone; the line moves on all the same.
    assert.equal((await lines(session, '/exports/instruments?columns=id')).length, 5001)
  })
})

describe('records as a file', () => {
  test('are those of the filter, each with its instrument as it is now', async () => {
    const lab = await openLaboratory(app)
    const session = await signInAs(app, lab, 'auditor')
    const standard = (await lab.instrument()).id
    const used = { reference_standard_asset_id: standard, as_found_reading: '-0.02' }
    const one = await lab.instrument({ asset_tag: 'ONE', name: '+Gauge' })
    await lab.calibrate(one.id, { ...used, performed_at: '2026-03-01T10:00:00Z', certificate_number: 'C-1' })
    await lab.calibrate(one.id, { ...used, performed_at: '2026-04-01T10:00:00Z', result: 'FAIL' })
    await lab.calibrate(one.id, { performed_at: '2026-05-01T10:00:00Z' })
    const path = `/exports/calibrations?reference_standard_asset_id=${standard}&sort=-performed_at`
    const [head, ...rows] = await lines(session, path)
    const column = (name: string) => head!.replace('\uFEFF', '').split(',').indexOf(name)
    const listed = rows.map((row) => {
      const cells = row.split(',')
      return ['asset_tag', 'name', 'performed_date', 'result', 'as_found_reading', 'certificate_number'].map(
        (name) => cells[column(name)],
      )
    })
    assert.deepEqual(listed, [
      ['ONE', "'+Gauge", '2026-04-01', 'FAIL', '-0.02', ''],
      ['ONE', "'+Gauge", '2026-03-01', 'PASS', '-0.02', 'C-1'],
    ])
    assert.equal((await lines(session, `${path}&performed_from=2026-04-01`)).length, 2)
    const far = await signInAs(app, lab, 'technician', { siteIds: [await lab.site('Far')] })
    assert.equal((await lines(far, path)).length, 1)
    const reply = await session.call('GET', '/exports/calibrations?result=GOOD')
    assert.deepEqual([reply.status, reply.body.code], [422, 'INVALID_REQUEST'])
  })
})
