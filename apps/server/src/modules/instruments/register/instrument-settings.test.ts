import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp, type TestWorkspace } from '../../../../test/app.ts'
import {
  calibrate,
  callerOf,
  enter,
  entriesOf,
  eventsOf,
  read,
  wrongCounts,
} from '../../../../test/register.ts'
import { startingRecords } from '../../calibrations/index.ts'
import { createLocation } from '../../workspaces/index.ts'
import { systemActor } from '../../../platform/actor.ts'
import {
  createInstrument,
  findInstrument,
  updateInstrument,
  type InstrumentChangeBody,
  type NewInstrumentBody,
} from '../index.ts'

const app = await sharedTestApp({ keepsEvents: true })
const deps = { ...app, changeReasonRulesEnforced: false, startingRecords }
const STRANGER = '01935cbb-2f00-7c00-8000-000000000000'

/** A workspace with a second site in New York, a location at each site, and an instrument at the first. */
async function twoSites() {
  const workspace = await app.workspace()
  const { defaultSiteId } = workspace.workspace
  const newYork = await workspace.site('New York', 'America/New_York')
  const actor = systemActor(workspace.id)
  const here = await createLocation(app, actor, { siteId: defaultSiteId, name: 'Bench' })
  const there = await createLocation(app, actor, { siteId: newYork, name: 'Bench' })
  const { id } = await enter(app, workspace.key)
  const caller = await callerOf(app, workspace.id)
  const update = async (body: InstrumentChangeBody, as = caller) =>
    (await updateInstrument(deps, as, id, { body })).detail
  const bench = { here: here.locationId, there: there.locationId }
  return { workspace, id, caller, update, defaultSiteId, newYork, bench }
}

const stored = (workspace: TestWorkspace, id: string) => findInstrument(app.db.in(workspace.id), id, null)

test('an instrument that moves to another site loses its location and gets the dates of that zone', async () => {
  const { workspace, id, update, newYork, bench } = await twoSites()
  await calibrate(app, workspace, id, { performedAt: '2026-11-02T02:00:00Z' })
  await update({ location_id: bench.here })
  app.clock.advance(1000)
  const moved = await update({ site_id: newYork.toUpperCase() })
  assert.equal(moved.site_id, newYork)
  assert.equal(moved.location_id, null)
  assert.equal(moved.next_due_at, '2027-11-02T00:00:00.000Z')
  const row = await stored(workspace, id)
  assert.deepEqual([row?.dueDate0, row?.siteDueDate0], ['2027-11-02', '2027-11-01'])
  const event = (await eventsOf(app, workspace.id)).at(-1)
  assert.equal(event?.siteId, newYork)
  assert.deepEqual(event.data.changed_fields, ['site_id', 'location_id'])
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})

test('an instrument moves to a site and a location there in one change, and back', async () => {
  const { update, defaultSiteId, newYork, bench } = await twoSites()
  const there = await update({ site_id: newYork, location_id: bench.there.toUpperCase() })
  assert.deepEqual([there.site_id, there.location_id], [newYork, bench.there])
  const back = await update({ site_id: defaultSiteId, location_id: bench.here })
  assert.deepEqual([back.site_id, back.location_id], [defaultSiteId, bench.here])
  assert.equal((await update({ location_id: null })).location_id, null)
})

test('places that are unknown, out of reach or of another site are refused, naming the field', async () => {
  const { workspace, update, defaultSiteId, newYork, bench } = await twoSites()
  const other = await app.workspace()
  const limited = await callerOf(app, workspace.id, { siteIds: [defaultSiteId] })
  const cases: [body: InstrumentChangeBody, field: string, as?: typeof limited][] = [
    [{ site_id: STRANGER }, 'site_id'],
    [{ site_id: other.workspace.defaultSiteId }, 'site_id'],
    [{ site_id: newYork }, 'site_id', limited],
    [{ location_id: STRANGER }, 'location_id'],
    [{ location_id: bench.there }, 'location_id'],
    [{ site_id: newYork, location_id: bench.here }, 'location_id'],
  ]
  for (const [body, field, as] of cases) {
    await assert.rejects(update(body, as), (error: { code: string; status: number; details: object }) => {
      assert.deepEqual(
        [error.code, error.status, error.details],
        ['INVALID_REQUEST', 422, { field }],
        JSON.stringify(body),
      )
      return true
    })
  }
})

test('grace, warning, signature and method are settings like any other', async () => {
  const { workspace, id, update } = await twoSites()
  await calibrate(app, workspace, id, { performedAt: '2025-11-11T00:00:00Z' })
  app.clock.advance(1000)
  const set = await update({
    grace_days: 10,
    warning_days: 0,
    requires_electronic_signature_override: true,
    method: 'SOP-7',
  })
  assert.equal(set.compliance_status, 'WARNING')
  assert.equal(set.grace_days, 10)
  assert.equal(set.requires_electronic_signature, true)
  const event = (await eventsOf(app, workspace.id)).at(-1)
  assert.deepEqual(event?.data.changed_fields.toSorted(), [
    'compliance_status',
    'grace_days',
    'method',
    'requires_electronic_signature',
    'requires_electronic_signature_override',
    'warning_days',
  ])
  const entry = (await entriesOf(app, workspace.id, id)).at(-1)
  assert.deepEqual(Object.keys(entry?.payload.changes).toSorted(), [
    'grace_days',
    'method',
    'requires_electronic_signature_override',
    'warning_days',
  ])
  app.clock.advance(1000)
  const cleared = await update({
    grace_days: null,
    warning_days: null,
    requires_electronic_signature_override: null,
    method: null,
  })
  assert.equal(cleared.compliance_status, 'NON_COMPLIANT')
  assert.equal(cleared.requires_electronic_signature, false)
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})

test('a quarantine within a change has its own entry', async () => {
  const { workspace, id, update } = await twoSites()
  app.clock.advance(1000)
  const detail = await update({ name: 'Dropped', is_quarantined: true })
  assert.equal(detail.is_quarantined, true)
  const entries = (await entriesOf(app, workspace.id, id)).slice(1)
  assert.deepEqual(
    entries.map(({ kind, payload }) => [kind, payload.changes]),
    [
      ['instrument.updated', { name: { before: 'Caliper', after: 'Dropped' } }],
      ['instrument.quarantined', { is_quarantined: { before: false, after: true } }],
    ],
  )
  const events = (await eventsOf(app, workspace.id)).slice(1)
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.changed_fields]),
    [['instrument.updated', ['name', 'is_quarantined']]],
  )
  const technician = await callerOf(app, workspace.id, { role: 'technician' })
  await assert.rejects(update({ is_quarantined: false }, technician), { code: 'FORBIDDEN' })
})

test('an instrument is entered with the settings of the app', async () => {
  const { workspace, caller, newYork, bench } = await twoSites()
  const body: NewInstrumentBody = {
    asset_tag: 'APP',
    name: 'From the app',
    calibration_interval_value: 6,
    last_calibration_date: '2026-11-02T02:00:00.000Z',
    site_id: newYork,
    location_id: bench.there,
    grace_days: 3650,
    warning_days: 3650,
    requires_electronic_signature_override: true,
    is_quarantined: true,
    method: 'SOP-7',
  }
  const { status, body: detail } = await createInstrument(deps, caller, body, undefined)
  assert.equal(status, 201)
  assert.deepEqual([detail.site_id, detail.location_id], [newYork, bench.there])
  assert.deepEqual([detail.grace_days, detail.is_quarantined], [3650, true])
  assert.equal(detail.requires_electronic_signature, true)
  assert.deepEqual(await read(app, workspace.key, detail.id), detail)
  const row = await stored(workspace, detail.id)
  assert.deepEqual([row?.warningDays, row?.method, row?.siteDueDate0], [3650, 'SOP-7', '2027-05-01'])
  const [entry] = await entriesOf(app, workspace.id, detail.id)
  assert.equal(entry?.payload.instrument.method, 'SOP-7')
  const technician = await callerOf(app, workspace.id, { role: 'technician' })
  await assert.rejects(createInstrument(deps, technician, { ...body, asset_tag: 'B' }, undefined), {
    code: 'FORBIDDEN',
  })
})
