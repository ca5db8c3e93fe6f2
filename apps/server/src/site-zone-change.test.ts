import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { HANG_MS, assertProperty } from '@plumbline/testing'
import { programPath } from '../test/processes/program-path.ts'
import { startTestApp } from '../test/app.ts'
import { actsOn, openLivingWorkspace, type LivingWorkspace } from '../test/workspaces/living-workspace.ts'
import { randomAct } from '../test/workspaces/random-acts.ts'
import { entriesOf, wrongCounts } from '../test/register.ts'
import { signInAs } from '../test/session.ts'
import { findInstrument, scheduleOf, zoneChangeJob } from './modules/instruments/index.ts'
import { jobTask } from './modules/jobs/index.ts'
import { rebuildLedger, verifyLedger } from './modules/ledger/index.ts'
import { findSite, findWorkspace } from './modules/workspaces/index.ts'
import { openDatabase, sql } from './platform/db/index.ts'
import { startJobQueue } from './platform/job-queue/index.ts'
import { projections } from './projections.ts'

const app = await startTestApp()
const acts = actsOn(app)

/** At this moment it is the day before in New York, and this day in UTC and Auckland. */
const PERFORMED_AT = '2025-11-02T02:00:00.000Z'
const NEW_YORK = 'America/New_York'
const AUCKLAND = 'Pacific/Auckland'
const dueIn: Readonly<Record<string, string>> = { [NEW_YORK]: '2026-11-01', [AUCKLAND]: '2026-11-02' }

/** A batch has two, so that these make two batches, and their end a third step. */
const INSTRUMENTS = 3
const STEPS = 3

/** A workspace in New York with calibrated instruments. */
async function opened(count = INSTRUMENTS): Promise<LivingWorkspace> {
  const w = await openLivingWorkspace(app)
  for (let number = 1; number <= count; number += 1) await enterOne(w)
  return w
}

async function enterOne(w: LivingWorkspace): Promise<void> {
  await acts.enter(w, {
    asset_tag: `S-${w.instruments.length}`,
    name: 'Caliper',
    calibration_interval_value: 12,
  })
  await acts.calibrate(w, w.instruments.at(-1)!, { result: 'PASS', performed_at: PERFORMED_AT })
}

const changeZone = (w: LivingWorkspace, timeZone: string | null, steps: number) =>
  acts.changeSite(w, w.sites[0]!, { timeZone }, steps)

async function rowsOf(w: LivingWorkspace) {
  const rows = await Promise.all(w.instruments.map((id) => findInstrument(app.db.in(w.lab.id), id, null)))
  return rows.map((row) => row!)
}

const siteDates = async (w: LivingWorkspace) => (await rowsOf(w)).map((row) => row.siteDueDate0)

const openChanges = () => app.db.global.rows(sql`select from site_zone_changes`)

async function assertVerified(w: LivingWorkspace, moment = ''): Promise<void> {
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, w.lab.id)
  assert.deepEqual([fault, rowFaults], [null, []], moment)
}

/** Every due date is what a computation by the present zones makes of its instrument. */
async function assertComputedAnew(w: LivingWorkspace): Promise<void> {
  const workspace = (await findWorkspace(app.db.in(w.lab.id)))!
  for (const row of await rowsOf(w)) {
    const { timeZone: siteTimeZone } = (await findSite(app.db.in(w.lab.id), row.siteId))!
    const { timeZone, dueSlot, pendingTimeZone } = workspace
    const dates = scheduleOf(row, { timeZone, dueSlot, pendingTimeZone, siteTimeZone })
    const stored = Object.keys(dates).map((name) => [name, row[name as keyof typeof dates]])
    assert.deepEqual(Object.fromEntries(stored), dates)
  }
  assert.deepEqual(await wrongCounts(app, w.lab.id), [])
}

test('the zone of a site applies immediately, and due dates follow batch by batch', async () => {
  const w = await opened()
  const before = await w.lab.read(w.instruments[0]!)
  app.clock.advance(1000)
  await changeZone(w, AUCKLAND, 0)
  assert.equal((await findSite(app.db.in(w.lab.id), w.sites[0]!))?.timeZone, AUCKLAND)
  for (const moved of [0, 2, 3, 3]) {
    const dates = (await siteDates(w)).toSorted((one, other) => (one! < other! ? 1 : -1))
    const expected = Array.from({ length: INSTRUMENTS }, (_, at) => dueIn[at < moved ? AUCKLAND : NEW_YORK])
    assert.deepEqual(dates, expected)
    await assertVerified(w, `${moved} moved`)
    await acts.goOn(w, 1)
  }
  assert.deepEqual(await openChanges(), [])
  const entries = await entriesOf(app, w.lab.id, w.lab.id)
  const batches = entries.filter(({ kind }) => kind === 'workspace.due_dates_recomputed')
  const entered = batches.flatMap(({ payload }) => payload.instrument_ids as string[])
  assert.deepEqual(new Set(entered), new Set(w.instruments))
  assert.equal(entered.length, INSTRUMENTS, 'the version of each moves once')
  assert.deepEqual(
    batches.map(({ payload }) => payload.instrument_ids.length),
    [2, 1],
  )
  const after = await w.lab.read(w.instruments[0]!)
  assert.deepEqual(after, { ...before, updated_at: app.clock.now().toISOString() })
  await assertComputedAnew(w)
})

test('instruments whose due dates stay keep their version, and those that never had one', async () => {
  const w = await opened(2)
  await changeZone(w, 'America/Toronto', Infinity)
  await acts.enter(w, { asset_tag: 'never', name: 'Caliper', calibration_interval_value: 12 })
  const before = await rowsOf(w)
  await changeZone(w, null, Infinity)
  const unzoned = before.map((row) => ({ ...row, siteTimeZone: null }))
  assert.deepEqual(await rowsOf(w), unzoned)
  const entries = await entriesOf(app, w.lab.id, w.lab.id)
  assert.ok(entries.every(({ kind }) => kind !== 'workspace.due_dates_recomputed'))
})

test('a change while due dates follow writes those of the new zone', async () => {
  for (let steps = 0; steps <= STEPS; steps += 1) {
    const w = await opened()
    await changeZone(w, AUCKLAND, steps)
    const last = w.instruments.at(-1)!
    await acts.update(w, last, { calibration_interval_value: 13 })
    await enterOne(w)
    const [changed, entered] = (await siteDates(w)).slice(-2)
    assert.deepEqual([changed, entered], ['2026-12-02', dueIn[AUCKLAND]])
    await assertVerified(w, `after ${steps} steps`)
    await acts.goOn(w, Infinity)
    await assertComputedAnew(w)
    await assertVerified(w)
  }
})

test('concurrent batches and writers of the same instruments result in the due dates of the new zone', async () => {
  const w = await opened(8)
  const writing = w.instruments.map((id, at) => acts.update(w, id, { notes: `note ${at}` }))
  await Promise.all([...writing, changeZone(w, AUCKLAND, Infinity), acts.goOn(w, Infinity)])
  await acts.goOn(w, Infinity)
  assert.deepEqual(new Set(await siteDates(w)), new Set([dueIn[AUCKLAND]]))
  await assertComputedAnew(w)
  await assertVerified(w)
})

test('another zone wins while due dates still follow one, and so does the one before', async () => {
  for (const last of [AUCKLAND, null]) {
    for (let steps = 0; steps <= STEPS; steps += 1) {
      const w = await opened()
      await changeZone(w, 'Pacific/Kiritimati', steps)
      await changeZone(w, last, 1)
      await assertVerified(w, `${last} after ${steps} steps`)
      await Promise.all([acts.goOn(w, Infinity), acts.goOn(w, Infinity)])
      assert.deepEqual(new Set(await siteDates(w)), new Set([dueIn[last ?? NEW_YORK]]))
      await assertComputedAnew(w)
      await assertVerified(w)
    }
  }
})

test('two sites that change their zones each get the due dates of their own', async () => {
  const w = await opened(3)
  await acts.addSite(w, 'North', null)
  await acts.update(w, w.instruments[2]!, { site_id: w.sites[1]! })
  await changeZone(w, AUCKLAND, 0)
  await acts.changeSite(w, w.sites[1]!, { timeZone: 'UTC' }, 1)
  await assertVerified(w)
  // Carried from where dates have not followed yet to where they have, and the other way round.
  await acts.update(w, w.instruments[2]!, { site_id: w.sites[0]! })
  await acts.update(w, w.instruments[0]!, { site_id: w.sites[1]! })
  await assertVerified(w)
  await acts.goOn(w, Infinity)
  await assertComputedAnew(w)
  await assertVerified(w)
})

test('a due date that the zones do not explain is a fault also while due dates follow', async () => {
  const w = await opened()
  await changeZone(w, AUCKLAND, 1)
  const reached = (await rowsOf(w)).find((row) => row.siteDueDate0 === dueIn[AUCKLAND])!
  const other = (await rowsOf(w)).find((row) => row.siteDueDate0 === dueIn[NEW_YORK])!
  for (const [row, forged] of [
    [reached, dueIn[NEW_YORK]],
    [other, '2026-11-03'],
  ] as const) {
    const write = (date: string | null | undefined) =>
      app.asOwner((owner) =>
        owner.query('update instruments set site_due_date_0 = $1 where instrument_id = $2', [
          date,
          row.instrumentId,
        ]),
      )
    await write(forged)
    const { rowFaults } = await verifyLedger({ ...app.parts, projections }, w.lab.id)
    assert.deepEqual(
      rowFaults.map(({ rowId, column }) => [rowId, column]),
      [[row.instrumentId, 'site_due_date_0']],
    )
    await write(row.siteDueDate0)
  }
  await assertVerified(w)
  await acts.goOn(w, Infinity)
})

test('a rebuild while due dates follow leaves them as they are, and computes those that nothing explains', async () => {
  const { parts } = app
  const owner = openDatabase({
    connection: parts.connection,
    poolSize: 1,
    role: undefined,
    requestDeadlineMs: HANG_MS,
    onIdleError: () => undefined,
  })
  const rebuild = (workspaceId: string) =>
    rebuildLedger({ secrets: parts.secrets, owner, projections }, workspaceId, { takeLog: true })
  try {
    const w = await opened()
    await changeZone(w, AUCKLAND, 1)
    const before = await rowsOf(w)
    assert.equal((await rebuild(w.lab.id)).isSwapped, false)
    await app.asOwner((client) =>
      client.query(`update instruments set site_due_date_0 = '2026-11-03' where workspace_id = $1`, [
        w.lab.id,
      ]),
    )
    assert.equal((await rebuild(w.lab.id)).isSwapped, true)
    const rebuilt = before.map((row) => ({ ...row, siteDueDate0: dueIn[AUCKLAND] }))
    assert.deepEqual(await rowsOf(w), rebuilt)
    await acts.goOn(w, Infinity)
    await assertComputedAnew(w)
    await assertVerified(w)
  } finally {
    await owner.close()
  }
})

test('a change of a site is a job with its request, which a worker completes and nobody can cancel', async () => {
  const w = await opened()
  const admin = await signInAs(app, w.lab, 'admin')
  await changeZone(w, AUCKLAND, 0)
  const [asked] = (await admin.call('GET', '/jobs?kind=time_zone')).body.data
  const request = { site_id: w.sites[0], timezone: AUCKLAND }
  assert.deepEqual([asked.state, asked.can_cancel, asked.request], ['queued', false, request])
  assert.equal((await admin.call('POST', `/jobs/${asked.id}/cancel`)).status, 409)
  const task = jobTask({ ...app.parts, kinds: { time_zone: zoneChangeJob({ ...app, batchSize: 2 }) } })
  const payload = { workspaceId: w.lab.id, jobId: asked.id }
  await task.work({ payload, isLast: false, signal: new AbortController().signal })
  const ended = (await admin.call('GET', `/jobs/${asked.id}`)).body
  assert.deepEqual([ended.state, ended.done], ['succeeded', INSTRUMENTS])
  await assertComputedAnew(w)
})

for (let killedAt = 1; killedAt <= STEPS; killedAt += 1) {
  test(`a process that is killed before it commits step ${killedAt} is followed by one that continues there`, async (t) => {
    const w = await opened()
    const admin = await signInAs(app, w.lab, 'admin')
    await changeZone(w, AUCKLAND, 0)
    const program = programPath(new URL('../test/processes/zone-change-process.ts', import.meta.url))
    const child = spawn(process.execPath, [program, app.databaseUrl, w.lab.id, String(killedAt), '2'], {
      stdio: 'inherit',
    })
    const [, signal] = await once(child, 'exit')
    assert.equal(signal, 'SIGKILL')
    const moved = (await siteDates(w)).filter((date) => date === dueIn[AUCKLAND]).length
    assert.equal(moved, Math.min(2 * (killedAt - 1), INSTRUMENTS))
    await assertVerified(w, 'after the kill')
    const task = jobTask({ ...app.parts, kinds: { time_zone: zoneChangeJob({ ...app, batchSize: 2 }) } })
    const queue = await startJobQueue({ ...app.parts, tasks: { job: task }, leaseMs: 1000 })
    t.after(() => queue.stop())
    const job = async () => (await admin.call('GET', '/jobs?kind=time_zone')).body.data[0]
    while ((await job()).finished_at === null) await delay(20)
    const { state, done } = await job()
    assert.deepEqual([state, done], ['succeeded', INSTRUMENTS])
    assert.deepEqual(await openChanges(), [])
    await assertComputedAnew(w)
    await assertVerified(w)
  })
}

test('the request waits for the due dates of a small site, and succeeds if they cannot follow immediately', async () => {
  const w = await opened()
  const admin = await signInAs(app, w.lab, 'admin')
  const path = `/sites/${w.sites[0]}`
  const before = await admin.call('GET', path)
  const headers = { 'if-match': before.headers.get('etag')! }
  const changed = await admin.call('PATCH', path, { body: { timezone: AUCKLAND }, headers })
  assert.deepEqual([changed.status, changed.body], [200, { ...before.body, timezone: AUCKLAND }])
  assert.deepEqual(new Set(await siteDates(w)), new Set([dueIn[AUCKLAND]]))
  const late = await admin.call('PATCH', path, { body: { timezone: 'UTC' }, headers })
  assert.equal(late.status, 412)
  await app.asOwner((owner) =>
    owner.query(`
      create function refuse_dates() returns trigger language plpgsql as
        $$ begin if new.workspace_id = '${w.lab.id}' then raise 'no dates'; end if; return new; end $$;
      create trigger refuse_dates before update on instruments for each row execute function refuse_dates()`),
  )
  const stands = await admin.call('PATCH', path, { body: { timezone: NEW_YORK } })
  await app.asOwner((owner) => owner.query('drop function refuse_dates cascade'))
  assert.deepEqual([stands.status, stands.body.timezone], [200, NEW_YORK])
  assert.deepEqual(new Set(await siteDates(w)), new Set([dueIn[AUCKLAND]]))
  await assertVerified(w)
  await acts.goOn(w, Infinity)
  await assertComputedAnew(w)
})

test('after any acts while zones change, due dates are those of the last zones', async () => {
  const zones = fc.option(fc.constantFrom(AUCKLAND, 'UTC', 'Pacific/Kiritimati'), { nil: null })
  const change = fc.tuple(fc.nat(1), zones, fc.nat(3)).map(
    ([site, timeZone, steps]) =>
      (w: LivingWorkspace) =>
        acts.changeSite(w, w.sites[site]!, { timeZone }, steps),
  )
  const act = fc.oneof({ weight: 1, arbitrary: change }, { weight: 2, arbitrary: randomAct(app) })
  const atOnce = fc.array(act, { minLength: 1, maxLength: 3 })
  await assertProperty(
    fc.asyncProperty(fc.array(atOnce, { minLength: 10, maxLength: 20, size: 'max' }), async (history) => {
      const w = await opened(3)
      await acts.addSite(w, 'North', null)
      await acts.update(w, w.instruments[2]!, { site_id: w.sites[1]! })
      for (const [place, together] of history.entries()) {
        await Promise.all(together.map((each) => each(w)))
        // Which third of the moments is looked at differs from history to history.
        if (place % 3 === history.length % 3) await assertVerified(w)
      }
      await acts.goOn(w, Infinity)
      await assertComputedAnew(w)
      await assertVerified(w)
    }),
    { numRuns: 6, endOnFailure: true },
  )
})
