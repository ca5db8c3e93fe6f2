import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { initialSetting, settingNames, siteFieldNames } from '@plumbline/contract'
import { startTestApp } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'

const app = await startTestApp()

/** The smallest PNG and the header of a JPEG: one pixel each. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const JPEG = Buffer.from('ffd8ffc0001108000100010301220002110103110100000000ffd9', 'hex').toString('base64')

const change = (session: TestSession, body: object) => session.call('PATCH', '', { body })

async function latest(session: TestSession, query = '') {
  return (await session.call('GET', `/activity?limit=1${query}`)).body.data[0]
}

describe('the workspace', () => {
  test('shows its settings, with the defaults of those that are not set', async () => {
    const workspace = await app.workspace({ timeZone: 'Europe/Berlin', standards: ['iso_9001'] })
    const { body } = await (await signInAs(app, workspace, 'auditor')).call('GET', '')
    assert.deepEqual(body, {
      ...Object.fromEntries(settingNames.map((name) => [name, initialSetting(name)])),
      id: workspace.id,
      plan: 'scale',
      sample_of: null,
      name: workspace.workspace.name,
      timezone: 'Europe/Berlin',
      pending_timezone: null,
      warning_days: 30,
      approval_policy: 'automatic',
      requires_electronic_signature: false,
      default_decision_rule: null,
      standards: ['iso_9001'],
      default_site_id: workspace.workspace.defaultSiteId,
      laboratory_name: null,
      address: null,
      accreditation: null,
      default_customer: null,
      statements: null,
      logo: null,
      paper: 'a4',
      language: 'en',
      show_recommended_due_date: false,
      print_languages: ['de', 'en'],
    })
  })

  test('accepts every setting, returns all of them, and records the differences in the ledger', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const settings = {
      name: 'Plant 7',
      warning_days: 14,
      approval_policy: 'review',
      requires_electronic_signature: true,
      default_decision_rule: 'Guarded acceptance',
      laboratory_name: 'Plant laboratory',
      address: 'Werkstraße 1\n70173 Stuttgart',
      accreditation: 'D-K-00000-01-00',
      default_customer: 'Works',
      statements: { scope: 'The item alone.', further: 'Keep dry.' },
      paper: 'letter',
      language: 'de',
      show_recommended_due_date: true,
    }
    const { body } = await change(admin, settings)
    for (const [name, value] of Object.entries(settings)) assert.deepEqual(body[name], value, name)
    assert.deepEqual((await admin.call('GET', '')).body, body)
    const before = await latest(admin)
    assert.equal(before.kind, 'workspace.updated')
    await change(admin, { ...settings, address: '  ', statements: {} })
    const after = await latest(admin)
    assert.deepEqual(Object.keys(after.changes), ['laboratory'])
    assert.equal(after.changes.laboratory.after.address, undefined)
    assert.equal(after.changes.laboratory.after.statements, undefined)
    await change(admin, { address: null, warning_days: 14 })
    assert.equal((await latest(admin)).index, after.index, 'what changes nothing is not logged')
  })

  test('refuses bounds of intervals that contradict each other, naming the one that was sent', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const refusal = async (body: object) => {
      const { status, body: refused } = await change(admin, body)
      assert.deepEqual([status, refused.code], [422, 'VALIDATION_ERROR'], JSON.stringify(refused))
      return refused.details.errors.map(({ loc, msg }: any) => [loc[1], msg])
    }
    const both = { shortest_interval_months: 12, longest_interval_months: 6 }
    const tooShort = 'Must not be shorter than the shortest interval of 12 months.'
    assert.deepEqual(await refusal(both), [['longest_interval_months', tooShort]])
    await change(admin, { shortest_interval_months: 12, longest_interval_months: 12 })
    assert.deepEqual(await refusal({ longest_interval_months: 11 }), [['longest_interval_months', tooShort]])
    const tooLong = 'Must not be longer than the longest interval of 12 months.'
    assert.deepEqual(await refusal({ shortest_interval_months: 13 }), [['shortest_interval_months', tooLong]])
    const swapped = await change(admin, { shortest_interval_months: 24, longest_interval_months: 36 })
    assert.deepEqual([swapped.status, swapped.body.longest_interval_months], [200, 36])
    const lifted = await change(admin, { longest_interval_months: null, shortest_interval_months: 48 })
    assert.equal(lifted.status, 200)
  })

  test('with contradictory bounds of an earlier release still accepts other changes', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    await app.asOwner((owner) =>
      owner.query(
        'update workspaces set shortest_interval_months = 12, longest_interval_months = 6 where workspace_id = $1',
        [workspace.id],
      ),
    )
    assert.equal((await change(admin, { warning_days: 14 })).status, 200)
    assert.equal((await change(admin, { longest_interval_months: 7 })).status, 422)
    assert.equal((await change(admin, { longest_interval_months: 12 })).status, 200)
  })

  test('selects standards that there are', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const { body } = await change(admin, { standards: ['iso_9001', 'iso_9001'] })
    assert.deepEqual(body.standards, ['iso_9001'])
    assert.equal((await latest(admin)).kind, 'standards.selected')
    const refused = await change(admin, { standards: ['iso_9001', 'iso_0'] })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.code, 'INVALID_REQUEST')
    assert.equal(refused.body.details.field, 'standards')
    assert.deepEqual(refused.body.details.unknown, ['iso_0'])
  })

  test('refuses values that cannot be', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const bodies = [
      { name: ' ' },
      { warning_days: -1 },
      { warning_days: 3651 },
      { approval_policy: 'none' },
      { timezone: 'Mars/Olympus' },
      { timezone: '+02:00' },
      { paper: 'a5' },
      { language: 'xx' },
      { statements: { other: 'x' } },
      { plan: 'free' },
      { logo: 'no base64!' },
      { logo: Buffer.from('<svg/>').toString('base64') },
      { logo: `data:image/svg+xml;base64,${PNG}` },
      { logo: Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(256 * 1024)]).toString('base64') },
    ]
    for (const body of bodies) {
      const response = await change(admin, body)
      assert.equal(response.status, 422, JSON.stringify(body).slice(0, 80))
      assert.equal(response.body.code, 'VALIDATION_ERROR', JSON.stringify(body).slice(0, 80))
    }
  })

  test('notices what another person has changed in between', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const read = await admin.call('GET', '')
    const tag = read.headers.get('etag')!
    assert.match(tag, /^".+"$/)
    const send = (body: object, ifMatch: string) =>
      admin.call('PATCH', '', { body, headers: { 'if-match': ifMatch } })
    const first = await send({ warning_days: 14 }, tag)
    assert.equal(first.status, 200)
    const late = await send({ name: 'Overtaken' }, tag)
    assert.deepEqual([late.status, late.body.code], [412, 'PRECONDITION_FAILED'])
    assert.equal((await admin.call('GET', '')).body.name, read.body.name)
    assert.equal((await send({ name: 'Newer' }, first.headers.get('etag')!)).status, 200)
    assert.equal((await send({ name: 'Any' }, '*')).status, 200)
  })

  test('stores the bytes of a logo, and its hash in the ledger', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const cases = [
      [`data:image/jpeg;base64,${PNG}`, `data:image/png;base64,${PNG}`],
      [JPEG, `data:image/jpeg;base64,${JPEG}`],
      [null, null],
      [PNG, `data:image/png;base64,${PNG}`],
    ]
    for (const [logo, shown] of cases) assert.equal((await change(admin, { logo })).body.logo, shown)
    const { changes } = await latest(admin)
    assert.match(changes.laboratory.after.logo_sha256, /^[0-9a-f]{64}$/)
    assert.ok(!JSON.stringify(changes).includes(PNG))
  })

  test('settings and time zone change together or not at all, under one version', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const before = await admin.call('GET', '')
    const both = { name: 'Renamed', timezone: 'Europe/Berlin' }
    await app.asOwner(async (owner) => {
      await owner.query(`
        create function refuse_zone() returns trigger language plpgsql as
          $$ begin if new.workspace_id = '${workspace.id}' then raise 'no zone'; end if; return new; end $$`)
      await owner.query(
        'create trigger refuse_zone before insert on zone_changes for each row execute function refuse_zone()',
      )
    })
    assert.equal((await admin.call('PATCH', '', { body: both })).status, 500)
    await app.asOwner((owner) => owner.query('drop function refuse_zone cascade'))
    assert.deepEqual((await admin.call('GET', '')).body, before.body)
    const headers = { 'if-match': before.headers.get('etag')! }
    const changed = await admin.call('PATCH', '', { body: both, headers })
    assert.deepEqual([changed.body.name, changed.body.timezone], ['Renamed', 'Europe/Berlin'])
    const late = { name: 'Too late', timezone: 'Asia/Tokyo' }
    assert.equal((await admin.call('PATCH', '', { body: late, headers })).status, 412)
    assert.deepEqual((await admin.call('GET', '')).body, changed.body)
  })

  test('moves its due dates with its time zone', async () => {
    const workspace = await app.workspace({ timeZone: 'UTC' })
    const admin = await signInAs(app, workspace, 'admin')
    const { id } = await enter(app, workspace.key, { last_calibration_date: '2026-11-20T23:30:00Z' })
    assert.equal((await admin.call('GET', `/instruments/${id}`)).body.due_date, '2027-11-20')
    const { body } = await change(admin, { timezone: 'europe/berlin' })
    assert.deepEqual([body.timezone, body.pending_timezone], ['Europe/Berlin', null])
    assert.equal((await admin.call('GET', `/instruments/${id}`)).body.due_date, '2027-11-21')
  })
})

describe('sites and locations', () => {
  test('are made, read and changed, with what certificates print of a site', async () => {
    const manager = await signInAs(app, await app.workspace(), 'manager')
    const created = await manager.call('POST', '/sites', {
      body: { name: 'Harbour', timezone: 'europe/athens', address: 'Quay 1' },
    })
    assert.equal(created.status, 201)
    const { id, ...site } = created.body
    assert.deepEqual(site, {
      ...Object.fromEntries(siteFieldNames.map((name) => [name, null])),
      name: 'Harbour',
      is_default: false,
      timezone: 'Europe/Athens',
      laboratory_name: null,
      address: 'Quay 1',
      accreditation: null,
      default_customer: null,
      statements: null,
    })
    const changed = await manager.call('PATCH', `/sites/${id}`, {
      body: { name: 'Port', timezone: null, address: '' },
    })
    assert.deepEqual([changed.body.name, changed.body.timezone, changed.body.address], ['Port', null, null])
    assert.deepEqual((await manager.call('GET', `/sites/${id}`)).body, changed.body)
    assert.ok(
      (await manager.call('GET', '/sites')).body.data.some((each: { name: string }) => each.name === 'Port'),
    )
    const { changes, subject } = await latest(manager, `&subject_id=${id}`)
    assert.equal(subject.label, 'Port')
    assert.deepEqual(changes.name, { before: 'Harbour', after: 'Port' })

    const location = await manager.call('POST', '/locations', { body: { site_id: id, name: 'Cabinet' } })
    assert.equal(location.status, 201)
    const renamed = await manager.call('PATCH', `/locations/${location.body.id}`, { body: { name: 'Shelf' } })
    assert.deepEqual(renamed.body, { id: location.body.id, name: 'Shelf', site_id: id })
    assert.deepEqual((await manager.call('GET', `/locations?site_id=${id}`)).body.data, [renamed.body])
  })

  test('notice what another person has changed of a site in between', async () => {
    const manager = await signInAs(app, await app.workspace(), 'manager')
    const { body } = await manager.call('POST', '/sites', { body: { name: 'Harbour' } })
    const send = (wanted: object, tag: string | null) =>
      manager.call('PATCH', `/sites/${body.id}`, { body: wanted, headers: { 'if-match': tag! } })
    const read = await manager.call('GET', `/sites/${body.id}`)
    assert.equal((await send({ address: 'Quay 1' }, read.headers.get('etag'))).status, 200)
    const late = await send({ address: 'Quay 2' }, read.headers.get('etag'))
    assert.deepEqual([late.status, late.body.code], [412, 'PRECONDITION_FAILED'])
  })

  test('have unique names', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const [a, b] = [await workspace.site('A'), await workspace.site('B')]
    const responses = [
      await manager.call('POST', '/sites', { body: { name: 'A' } }),
      await manager.call('PATCH', `/sites/${b}`, { body: { name: 'A' } }),
    ]
    for (const site_id of [a, b]) await manager.call('POST', '/locations', { body: { site_id, name: 'X' } })
    responses.push(await manager.call('POST', '/locations', { body: { site_id: a, name: 'X' } }))
    for (const response of responses) {
      assert.equal(response.status, 409)
      assert.deepEqual(response.body.details, { field: 'name' })
    }
  })

  test('of others are not found by a person who is limited to sites', async () => {
    const workspace = await app.workspace()
    const [mine, theirs] = [await workspace.site('Mine'), await workspace.site('Theirs')]
    const manager = await signInAs(app, workspace, 'manager')
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [mine] })
    const { id } = (await manager.call('POST', '/locations', { body: { site_id: theirs, name: 'X' } })).body
    assert.equal((await limited.call('GET', `/sites/${theirs}`)).status, 404)
    assert.equal((await limited.call('PATCH', `/sites/${theirs}`, { body: { name: 'Z' } })).status, 404)
    assert.equal((await limited.call('PATCH', `/locations/${id}`, { body: { name: 'Z' } })).status, 404)
    const made = await limited.call('POST', '/locations', { body: { site_id: theirs, name: 'Y' } })
    assert.equal(made.body.details.field, 'site_id')
    assert.equal((await limited.call('PATCH', `/sites/${mine}`, { body: { address: 'Quay' } })).status, 200)
  })

  test("a changed zone of a site moves the worklist's dates and not the workspace's", async () => {
    const workspace = await app.workspace({ timeZone: 'UTC' })
    const manager = await signInAs(app, workspace, 'manager')
    const site = await workspace.site('Harbour')
    const { id } = await enter(app, workspace.key, { last_calibration_date: '2025-11-20T23:30:00Z' })
    await manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
    const due = async () => (await manager.call('GET', '/due')).body.data[0].due_date
    assert.equal(await due(), '2026-11-20')
    await manager.call('PATCH', `/sites/${site}`, { body: { timezone: 'Asia/Tokyo' } })
    assert.equal(await due(), '2026-11-21')
    assert.equal((await manager.call('GET', `/instruments/${id}`)).body.due_date, '2026-11-20')
  })
})
