import { type CalibrationResult, eventTypes, type InstrumentDetail, type Role } from '@plumbline/contract'
import type { Caller } from '../src/modules/access/index.ts'
import {
  applyBases,
  lockInstrument,
  type BasisAtPosition,
  type BasisChange,
} from '../src/modules/instruments/index.ts'
import { appendEntries } from '../src/modules/ledger/index.ts'
import { findSettings, findWorkspace } from '../src/modules/workspaces/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import { sql, type Transaction } from '../src/platform/db/index.ts'
import { newId } from '../src/platform/ids.ts'
import { writeEvents } from '../src/platform/outbox/index.ts'
import type { TestApp, TestWorkspace } from './app.ts'

let entered = 0

/** Creates an instrument through the public API; with a generated tag by default. */
export async function enter(
  app: TestApp,
  key: string,
  body: Record<string, unknown> = {},
): Promise<InstrumentDetail> {
  entered += 1
  const response = await app.call('POST', '/instruments', {
    key,
    body: { asset_tag: `T-${entered}`, name: 'Caliper', calibration_interval_value: 12, ...body },
  })
  if (response.status !== 201) throw new Error(`not entered: ${JSON.stringify(response.body)}`)
  return response.body as InstrumentDetail
}

/** Reads an instrument through the public API. */
export async function read(app: TestApp, key: string, instrumentId: string): Promise<InstrumentDetail> {
  return (await app.call('GET', `/instruments/${instrumentId}`, { key })).body as InstrumentDetail
}

/** Returns a person of a workspace as the caller of use cases, with the current state of the workspace. */
export async function callerOf(
  app: TestApp,
  workspaceId: string,
  { role = 'admin', siteIds = null }: { role?: Role; siteIds?: string[] | null } = {},
): Promise<Caller> {
  const workspace = await findWorkspace(app.db.in(workspaceId))
  if (!workspace) throw new Error('an unknown workspace')
  const personId = newId()
  const person = { type: 'user', id: personId, userId: personId, name: 'Tess Tester' } as const
  return { ...systemActor(workspaceId), ...person, role, siteIds, workspace }
}

/** The members of a calibration that the register uses. */
export interface TestCalibration {
  calibrationId?: string
  performedAt: string
  result?: CalibrationResult
  /** Records that it corrects. */
  corrects?: string[]
  change?: Partial<BasisChange>
}

/**
 * Makes a calibration the basis of an instrument, including the ledger entry, but without a record: only the register
 * is tested. Null removes the basis.
 */
export async function calibrate(
  app: TestApp,
  workspace: TestWorkspace,
  instrumentId: string,
  calibration: TestCalibration | null,
): Promise<InstrumentDetail> {
  const caller = await callerOf(app, workspace.id)
  await app.db.transaction(workspace.id, async (tx) => {
    const instrument = await lockInstrument(tx, instrumentId, null)
    if (!instrument) throw new Error('an unknown instrument')
    const calibrationId = calibration?.calibrationId ?? newId()
    const [position] = await appendEntries(tx, app.clock, caller, [
      { kind: 'calibration.approved', subject: { type: 'calibration', id: calibrationId }, payload: {} },
    ])
    const basis = calibration && {
      calibrationId,
      performedAt: new Date(calibration.performedAt).toISOString(),
      result: calibration.result ?? 'PASS',
      nextDueDate: null,
      chainIds: [...(calibration.corrects ?? []), calibrationId],
    }
    const usual = { basis, quarantine: 'keep', returnsFromSending: false } as const
    await applyBasis(tx, app, { instrument, change: { ...usual, ...calibration?.change }, position })
  })
  return (await app.call('GET', `/instruments/${instrumentId}`, { key: workspace.key })).body
}

/** Applies a change of the basis. The transaction must have locked the instrument and the head of the ledger. */
export async function applyBasis(
  tx: Transaction,
  app: TestApp,
  change: Omit<BasisAtPosition, 'zones'>,
): Promise<void> {
  const settings = (await findSettings(tx))!
  const zones = { ...settings, siteTimeZone: change.instrument.siteTimeZone }
  const events = applyBases(tx, app, settings, [{ ...change, zones }])
  writeEvents(tx, [...events.values()].flat())
}

/** An event of the outbox. */
export interface TestEvent {
  type: string
  siteId: string | null
  data: any
}

/** Returns the stored events of a workspace (`keepsEvents`), in order. */
export async function eventsOf(app: TestApp, workspaceId: string): Promise<TestEvent[]> {
  const rows = await app.db.global.rows<{ type: string; siteId: string | null; data: string }>(sql`
    select type, site_id as "siteId", data from outbox
    where workspace_id = ${workspaceId} order by position`)
  return rows.filter(isForWebhooks).map((row) => ({ ...row, data: JSON.parse(row.data) as unknown }))
}

/** Whether an event is sent to webhooks; others are only for open pages. */
export function isForWebhooks({ type }: { type: string }): boolean {
  return Object.hasOwn(eventTypes, type)
}

/** An entry of the ledger with its parsed payload. */
export interface TestEntry {
  index: number
  at: string
  kind: string
  actorId: string
  payload: any
}

/** Returns the entries about one subject, oldest first. */
export async function entriesOf(app: TestApp, workspaceId: string, subjectId: string): Promise<TestEntry[]> {
  const rows = await app.db.in(workspaceId).rows<TestEntry & { payload: string }>(sql`
    select index, at, kind, actor_id as "actorId", payload from ledger_entries
    where workspace_id = ${workspaceId} and subject_id = ${subjectId} order by index`)
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as unknown }))
}

/**
 * Returns stored counts that are wrong or superfluous, and correct ones that are not stored; empty unless something is
 * wrong.
 */
export async function wrongCounts(app: TestApp, workspaceId: string): Promise<unknown[]> {
  return app.db.in(workspaceId).rows(sql`
    with counted as (
      select i.*, due.*
      from instruments i
      cross join lateral (values (0, due_date_0, site_due_date_0), (1, due_date_1, site_due_date_1))
        as due (slot, due_date, site_due_date)
      where workspace_id = ${workspaceId}
        and (due.due_date is not null or (compliance_group in ('never', 'out') and basis_calibration_id is null))
    ), kept as (
      select 'traits', jsonb_build_array(site_id, status, compliance_group), count from instrument_counts
      union all
      select 'due dates', jsonb_build_array(
        slot, due_date, site_due_date, site_id, status, compliance_group, grace_days, warning_days), count
      from instrument_due_counts
      union all
      select 'worklist', jsonb_build_array(slot, site_id, site_due_date), count from instrument_worklist_counts
    ), true_counts as (
      select 'traits', jsonb_build_array(site_id, status, compliance_group), count(*)
      from instruments where workspace_id = ${workspaceId} group by 2
      union all
      select 'due dates', jsonb_build_array(
        slot, due_date, site_due_date, site_id, status, compliance_group, grace_days, warning_days), count(*)
      from counted group by 2
      union all
      select 'worklist', jsonb_build_array(slot, site_id, site_due_date), count(*) from counted group by 2
    )
    (select * from kept where count <> 0 except select * from true_counts)
    union all
    (select * from true_counts except select * from kept)`)
}
