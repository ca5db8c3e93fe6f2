import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { calibrate, callerOf, enter, entriesOf, read, wrongCounts } from '../../../../test/register.ts'
import { signInAs } from '../../../../test/session.ts'
import { jobTask } from '../../jobs/index.ts'
import { changeSite } from '../../settings/index.ts'
import { findWorkspace } from '../../workspaces/index.ts'
import { systemActor } from '../../../platform/actor.ts'
import { sql } from '../../../platform/db/index.ts'
import {
  carryOutZoneChange,
  carryOutZoneChanges,
  changeStatus,
  findInstrument,
  requestTimeZone,
  zoneChangeJob,
} from '../index.ts'

const app = await startTestApp()
const AUCKLAND = 'Pacific/Auckland'
const NEW_YORK = 'America/New_York'

/** Performed when it is 1 November in New York, and 2 November in UTC and Auckland. */
const PERFORMED_AT = '2025-11-02T02:00:00.000Z'
const dueIn: Record<string, string> = {
  UTC: '2026-11-02T00:00:00.000Z',
  [AUCKLAND]: '2026-11-01T11:00:00.000Z',
  [NEW_YORK]: '2026-11-01T04:00:00.000Z',
}

const request = (workspace: TestWorkspace, timeZone: string) =>
  app.db.transaction(workspace.id, (tx) => requestTimeZone(tx, app, systemActor(workspace.id), timeZone))

async function changeTimeZone(workspaceId: string, timeZone: string): Promise<void> {
  const actor = systemActor(workspaceId)
  await app.db.transaction(workspaceId, (tx) => requestTimeZone(tx, app, actor, timeZone))
  await carryOutZoneChange(app, workspaceId)
}

/** A signal that stops a change of zone after so many steps, as a crash would. */
const after = (steps: number) => {
  let looks = 0
  return {
    get aborted() {
      looks += 1
      return looks > steps
    },
  } as AbortSignal
}

async function calibrated(workspace: TestWorkspace): Promise<string> {
  const { id } = await enter(app, workspace.key)
  await calibrate(app, workspace, id, { performedAt: PERFORMED_AT })
  return id
}

const stored = async (workspace: TestWorkspace, id: string) => {
  const row = await findInstrument(app.db.in(workspace.id), id, null)
  return row && [row.dueDate0, row.dueDate1, row.siteDueDate0, row.siteDueDate1]
}

test('a changed zone moves due dates, versions and days, and is recorded when requested and when it applies', async () => {
  const workspace = await app.workspace()
  const id = await calibrated(workspace)
  const never = await enter(app, workspace.key)
  const before = await read(app, workspace.key, id)
  app.clock.advance(1000)
  await changeTimeZone(workspace.id, NEW_YORK)
  const detail = await read(app, workspace.key, id)
  assert.deepEqual(detail, {
    ...before,
    next_due_at: dueIn[NEW_YORK],
    updated_at: app.clock.now().toISOString(),
  })
  assert.deepEqual(await read(app, workspace.key, never.id), never, 'never calibrated: nothing moved')
  const entries = (await entriesOf(app, workspace.id, workspace.id)).slice(1)
  const changes = { time_zone: { before: 'UTC', after: NEW_YORK } }
  assert.deepEqual(
    entries.map(({ kind, payload }) => [kind, payload.changes ?? payload.instrument_ids]),
    [
      ['workspace.timezone_change_requested', changes],
      ['workspace.timezone_changed', changes],
      ['workspace.due_dates_recomputed', [id]],
    ],
  )
  assert.deepEqual(await stored(workspace, id), [null, '2026-11-01', null, '2026-11-01'])
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})

test('the current zone changes nothing', async () => {
  const workspace = await app.workspace()
  await changeTimeZone(workspace.id, 'UTC')
  assert.equal((await entriesOf(app, workspace.id, workspace.id)).length, 1)
})

test('an unknown workspace is not found', async () => {
  const unknown = '01935cbb-2f00-7c00-8000-000000000000'
  await assert.rejects(changeTimeZone(unknown, NEW_YORK), { code: 'NOT_FOUND' })
})

test('while a change is prepared, the old zone applies, and every writer maintains both', async () => {
  const workspace = await app.workspace()
  const [early, moved] = [await calibrated(workspace), await calibrated(workspace)]
  await request(workspace, NEW_YORK)
  const late = await calibrated(workspace)
  assert.deepEqual(await stored(workspace, late), ['2026-11-02', '2026-11-01', '2026-11-02', '2026-11-01'])
  assert.equal((await read(app, workspace.key, late)).next_due_at, dueIn['UTC'])
  await carryOutZoneChange(app, workspace.id, after(1))
  const body = { calibration_interval_value: 13 }
  await app.call('PATCH', `/instruments/${moved}`, { key: workspace.key, body })
  assert.equal((await read(app, workspace.key, early)).next_due_at, dueIn['UTC'])
  assert.equal(await carryOutZoneChange(app, workspace.id), true)
  for (const id of [early, late]) {
    assert.equal((await read(app, workspace.key, id)).next_due_at, dueIn[NEW_YORK])
  }
  assert.equal((await read(app, workspace.key, moved)).next_due_at, '2026-12-01T05:00:00.000Z')
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})

test('a change that was interrupted after any step continues to the same result', async () => {
  for (let steps = 0; steps <= 5; steps += 1) {
    const workspace = await app.workspace()
    const id = await calibrated(workspace)
    await request(workspace, AUCKLAND)
    await carryOutZoneChange(app, workspace.id, after(steps))
    const zone = steps < 2 ? 'UTC' : AUCKLAND
    assert.equal((await read(app, workspace.key, id)).next_due_at, dueIn[zone], `after ${steps} steps`)
    await carryOutZoneChanges(app, new AbortController().signal)
    assert.equal((await read(app, workspace.key, id)).next_due_at, dueIn[AUCKLAND])
    assert.deepEqual(await stored(workspace, id), [null, '2026-11-02', null, '2026-11-02'])
    assert.equal((await findWorkspace(app.db.in(workspace.id)))?.pendingTimeZone, null)
    assert.deepEqual(await app.db.global.rows(sql`select from zone_changes`), [])
  }
})

test('a requested change is a job, which a worker completes and nobody can cancel', async () => {
  const workspace = await app.workspace()
  const id = await calibrated(workspace)
  await request(workspace, AUCKLAND)
  const session = await signInAs(app, workspace, 'admin')
  const [asked] = (await session.call('GET', '/jobs?kind=time_zone')).body.data
  assert.deepEqual([asked.state, asked.can_cancel, asked.request], ['queued', false, { timezone: AUCKLAND }])
  const task = jobTask({ ...app.parts, kinds: { time_zone: zoneChangeJob(app) } })
  const payload = { workspaceId: workspace.id, jobId: asked.id }
  await task.work({ payload, isLast: false, signal: new AbortController().signal })
  const ended = (await session.call('GET', `/jobs/${asked.id}`)).body
  assert.deepEqual([ended.state, ended.done], ['succeeded', 1])
  assert.equal((await read(app, workspace.key, id)).next_due_at, dueIn[AUCKLAND])
})

test('another zone requested at any step of a change takes precedence, also the old one', async () => {
  for (const last of [AUCKLAND, 'UTC']) {
    for (let steps = 0; steps <= 4; steps += 1) {
      const workspace = await app.workspace()
      const id = await calibrated(workspace)
      await request(workspace, NEW_YORK)
      await carryOutZoneChange(app, workspace.id, after(steps))
      await request(workspace, last)
      await Promise.all([carryOutZoneChange(app, workspace.id), carryOutZoneChange(app, workspace.id)])
      const { timeZone, pendingTimeZone } = (await findWorkspace(app.db.in(workspace.id)))!
      assert.deepEqual({ timeZone, pendingTimeZone }, { timeZone: last, pendingTimeZone: null })
      assert.equal((await read(app, workspace.key, id)).next_due_at, dueIn[last], `${last} after ${steps}`)
      assert.deepEqual(await wrongCounts(app, workspace.id), [])
    }
  }
})

test('a writer that read the workspace before the switch still writes the dates that apply', async () => {
  const workspace = await app.workspace()
  const id = await calibrated(workspace)
  const stale = await callerOf(app, workspace.id)
  await changeTimeZone(workspace.id, NEW_YORK)
  const { detail } = await changeStatus(app, stale, id, { status: 'in_service', reason: 'x' })
  assert.equal(detail.next_due_at, dueIn[NEW_YORK])
  assert.deepEqual(await stored(workspace, id), [null, '2026-11-01', null, '2026-11-01'])
})

test('instruments entered and changed while a zone changes all end with its dates', async () => {
  const workspace = await app.workspace()
  const ids = await Promise.all(Array.from({ length: 8 }, () => calibrated(workspace)))
  const moves = ids.map(async (id) => {
    const caller = await callerOf(app, workspace.id)
    await changeStatus(app, caller, id, { status: 'in_service', reason: 'x' })
    return calibrated(workspace)
  })
  const [added] = await Promise.all([Promise.all(moves), changeTimeZone(workspace.id, NEW_YORK)])
  for (const id of [...ids, ...added]) {
    assert.equal((await read(app, workspace.key, id)).next_due_at, dueIn[NEW_YORK])
    assert.deepEqual(await stored(workspace, id), [null, '2026-11-01', null, '2026-11-01'])
  }
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})

const changeSiteZone = ({ id, workspace }: TestWorkspace, timeZone: string | null) =>
  changeSite(app, systemActor(id), workspace.defaultSiteId, { timeZone })

test('a site that changes its zone while the workspace does ends with dates of both', async () => {
  for (let steps = 0; steps <= 4; steps += 1) {
    const workspace = await app.workspace()
    const id = await calibrated(workspace)
    await request(workspace, AUCKLAND)
    await carryOutZoneChange(app, workspace.id, after(steps))
    await changeSiteZone(workspace, NEW_YORK)
    await carryOutZoneChange(app, workspace.id)
    assert.deepEqual(await stored(workspace, id), [null, '2026-11-02', null, '2026-11-01'], `${steps}`)
  }
})

test('a site that changes its zone leaves the dates complete that the workspace waits for', async () => {
  const workspace = await app.workspace()
  const id = await calibrated(workspace)
  await request(workspace, AUCKLAND)
  await changeSiteZone(workspace, NEW_YORK)
  await carryOutZoneChange(app, workspace.id, after(1))
  assert.deepEqual(await stored(workspace, id), ['2026-11-02', '2026-11-02', '2026-11-01', '2026-11-01'])
  assert.deepEqual(await wrongCounts(app, workspace.id), [])
})
