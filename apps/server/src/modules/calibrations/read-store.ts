import type { ScopeLine } from '@plumbline/contract'
import { empty, join, raw, rowsByKey, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { amongSites } from '../workspaces/index.ts'
import { draftColumns } from './columns.ts'
import { counts, lastFirst } from './counting-store.ts'
import { isConclusive, type CountingRecord } from './write/effect.ts'
import type { RecordParts } from './serialize.ts'
import type { CalibrationRow, RecordRow } from './record.ts'
import {
  readMeasurements,
  type LedgerMeasurements,
  type RecordedMeasurements,
} from './recorded-measurements.ts'
import type { FrozenStandard, Snapshot } from './snapshot.ts'

const { snapshot: _snapshot, measurements: _measurements, ...shownColumns } = draftColumns

/** Columns of a record and its status, from the tables joined by `decisionJoins`. */
export const recordColumns: Sql = sql`
  ${join(Object.entries(shownColumns).map(([name, column]) => sql`c.${raw(column)} as ${raw(`"${name}"`)}`))},
  c.points_out_as_found as "pointsOutAsFound",
  c.snapshot -> 'instrument' ->> 'unit_of_measure' as "unitOfMeasure",
  c.record_type as "recordType", c.ledger_index as "ledgerIndex", c.created_at as "createdAt",
  c.chain_first_ledger_index as "chainFirstLedgerIndex", c.voids_id as "voidsId",
  d.decision, d.decided_at as "decidedAt", d.decided_by as "decidedBy",
  coalesce(d.is_automatic, false) as "approvedAutomatically",
  d.signature_meaning as "signatureMeaning", d.reason as "rejectionReason",
  s.calibration_id as "supersededById", v.calibration_id as "voidedById"`

/**
 * Joins what determines the status of a record `c`: its decision, the correction that replaces it, and the marker
 * that voids it.
 */
export const decisionJoins: Sql = sql`
  left join calibration_decisions d
    on d.workspace_id = c.workspace_id and d.calibration_id = c.calibration_id
  left join calibration_decisions s
    on s.workspace_id = c.workspace_id and s.supersedes_id = c.calibration_id
  left join calibrations v
    on v.workspace_id = c.workspace_id and v.voids_id = c.calibration_id`

/** Restricts to records whose instrument `i` is currently within the given sites; null means all. */
export function withinSites(siteIds: readonly string[] | null): Sql {
  if (siteIds === null) return empty
  return sql`
    and exists (
      select from instruments i
      where i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
        ${amongSites(siteIds, sql`i.site_id`)})`
}

/** Returns a calibration or void marker within the given sites (null: all); undefined for any other ID. */
export async function findRecord(
  queries: WorkspaceQueries,
  recordId: string,
  siteIds: readonly string[] | null,
): Promise<RecordRow | undefined> {
  const [row] = await queries.rows<RecordRow>(sql`
    select ${recordColumns}
    from calibrations c ${decisionJoins}
    where c.workspace_id = ${queries.workspaceId} and c.calibration_id = ${recordId} ${withinSites(siteIds)}`)
  return row
}

/** Returns a calibration within the given sites (null: all); undefined for void markers and any other ID. */
export async function findCalibration(
  queries: WorkspaceQueries,
  calibrationId: string,
  siteIds: readonly string[] | null,
): Promise<CalibrationRow | undefined> {
  const row = await findRecord(queries, calibrationId, siteIds)
  return row?.recordType === 'calibration' ? row : undefined
}

/** Returns records by ID, in no particular order. Does not check whether the caller may see them. */
export function findRecords(queries: WorkspaceQueries, ids: readonly string[]): Promise<RecordRow[]> {
  return rowsByKey<RecordRow>(
    queries,
    sql`
      select ${recordColumns}
      from calibrations c ${decisionJoins}
      where c.workspace_id = ${queries.workspaceId} and c.calibration_id = any(${ids}::uuid[])`,
  )
}

/** Returns what a record froze when it was appended. */
export async function findSnapshot(
  queries: WorkspaceQueries,
  calibrationId: string,
): Promise<Snapshot | undefined> {
  const [row] = await queries.rows<{ snapshot: Snapshot }>(sql`
    select snapshot
    from calibrations
    where workspace_id = ${queries.workspaceId} and calibration_id = ${calibrationId}
      and record_type = 'calibration'`)
  return row?.snapshot
}

/** Returns the points of a record; null for a record with a single reading. */
export async function findMeasurements(
  queries: WorkspaceQueries,
  calibrationId: string,
): Promise<RecordedMeasurements | null> {
  const [row] = await queries.rows<{ measurements: LedgerMeasurements | null }>(sql`
    select measurements
    from calibrations
    where workspace_id = ${queries.workspaceId} and calibration_id = ${calibrationId}`)
  return row?.measurements ? readMeasurements(row.measurements) : null
}

/** Returns the points of several records, by record. Records with a single reading are omitted. */
export async function findMeasurementsOf(
  queries: WorkspaceQueries,
  calibrationIds: readonly string[],
): Promise<ReadonlyMap<string, RecordedMeasurements>> {
  const rows = await queries.rows<{ id: string; measurements: LedgerMeasurements }>(sql`
    select calibration_id as id, measurements
    from calibrations
    where workspace_id = ${queries.workspaceId} and calibration_id = any(${calibrationIds}::uuid[])
      and measurements is not null`)
  return new Map(rows.map(({ id, measurements }) => [id, readMeasurements(measurements)]))
}

/** Returns a record, as `findRecord` does, with the parts that are not in its row. */
export async function findWholeRecord(
  queries: WorkspaceQueries,
  recordId: string,
  siteIds: readonly string[] | null,
): Promise<{ row: RecordRow; parts: RecordParts } | undefined> {
  const [found] = await queries.rows<RecordRow & FrozenParts>(sql`
    select ${recordColumns}, c.measurements, c.snapshot -> 'reference_standard' as standard,
      c.snapshot -> 'accreditation_scope' as scope
    from calibrations c ${decisionJoins}
    where c.workspace_id = ${queries.workspaceId} and c.calibration_id = ${recordId} ${withinSites(siteIds)}`)
  if (!found) return undefined
  const { measurements, standard, scope, ...row } = found
  const measured = measurements && readMeasurements(measurements)
  return { row, parts: { measured, standard, scope } }
}

interface FrozenParts {
  readonly measurements: LedgerMeasurements | null
  readonly standard: FrozenStandard | null
  readonly scope: ScopeLine[] | null
}

/** Returns the ledger leaf of a record's entry, in hex. */
export async function findLeafHash(queries: WorkspaceQueries, ledgerIndex: number): Promise<string> {
  const [row] = await queries.rows<{ leafHash: string }>(sql`
    select encode(leaf_hash, 'hex') as "leafHash"
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and index = ${ledgerIndex}`)
  if (!row) throw new Error(`the ledger has no entry ${ledgerIndex}`)
  return row.leafHash
}

/**
 * Returns the standards that were selected when an entry was appended, taken from the next change of the selection;
 * undefined if it has not changed since.
 */
export async function findStandardsAfter(
  queries: WorkspaceQueries,
  ledgerIndex: number,
): Promise<string[] | undefined> {
  const [row] = await queries.rows<{ payload: string }>(sql`
    select payload
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and kind = 'standards.selected' and index > ${ledgerIndex}
    order by index
    limit 1`)
  if (!row) return undefined
  const { changes } = JSON.parse(row.payload) as { changes: { standards: { before: string[] } } }
  return changes.standards.before
}

/** Whether a correction of the record is pending. */
export async function hasOpenCorrection(queries: WorkspaceQueries, calibrationId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select calibration_id
    from undecided_calibrations
    where workspace_id = ${queries.workspaceId} and corrects_id = ${calibrationId} and is_open`)
  return rows.length > 0
}

/** Returns the number of pending records within the given sites (null: all). */
export async function countWaiting(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*) as count
    from undecided_calibrations u
    join calibrations c on c.workspace_id = u.workspace_id and c.calibration_id = u.calibration_id
    where u.workspace_id = ${queries.workspaceId} and u.is_open ${withinSites(siteIds)}`)
  return row?.count ?? 0
}

/** Whether any calibration that was actually carried out has been approved. Starting records do not count. */
export async function anyMeasured(queries: WorkspaceQueries): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from calibrations c
    join calibration_decisions d on d.workspace_id = c.workspace_id and d.calibration_id = c.calibration_id
    where c.workspace_id = ${queries.workspaceId} and not c.is_starting_record and d.decision = 'approved'
    limit 1`)
  return rows.length > 0
}

/**
 * Returns the record of an instrument that counts by the basis rule.
 * @param except a record that is about to stop counting
 */
export async function findCounting(
  queries: WorkspaceQueries,
  instrumentId: string,
  except: string | null,
): Promise<CountingRecord | undefined> {
  const last = await findLastCounting(queries, instrumentId, except, empty)
  if (!last || isConclusive(last)) return last && { ...last, lastConclusive: last }
  const conclusive = sql`and c.result <> 'LIMITED_CALIBRATION'`
  const lastConclusive = (await findLastCounting(queries, instrumentId, except, conclusive)) ?? null
  return { ...last, lastConclusive }
}

async function findLastCounting(
  queries: WorkspaceQueries,
  instrumentId: string,
  except: string | null,
  condition: Sql,
): Promise<Omit<CountingRecord, 'lastConclusive'> | undefined> {
  const [row] = await queries.rows<Omit<CountingRecord, 'lastConclusive'>>(sql`
    with recursive counting as (
      select c.calibration_id, c.corrects_id, c.result, c.performed_at, c.next_due_date, c.ledger_index,
        c.chain_first_ledger_index
      from calibrations c
      where c.workspace_id = ${queries.workspaceId} and c.instrument_id = ${instrumentId} and ${counts(queries.workspaceId)}
        and c.calibration_id is distinct from ${except}::uuid ${condition}
      ${lastFirst}
      limit 1),
    ${chain(queries, sql`select calibration_id, corrects_id from counting`)}
    select calibration_id as id, result, performed_at as "performedAt",
      next_due_date as "nextDueDate", ledger_index as "ledgerIndex",
      chain_first_ledger_index as "chainFirstLedgerIndex", true as approved, null as "supersededById",
      false as voided, array(select calibration_id::text from chain) as "chainIds"
    from counting`)
  return row
}

/** Returns a record and all records that it corrects, directly or indirectly. */
export async function findChain(queries: WorkspaceQueries, calibrationId: string): Promise<string[]> {
  const rows = await queries.rows<{ id: string }>(sql`
    with recursive ${chain(
      queries,
      sql`
        select calibration_id, corrects_id
        from calibrations
        where workspace_id = ${queries.workspaceId} and calibration_id = ${calibrationId}`,
    )}
    select calibration_id as id from chain`)
  return rows.map(({ id }) => id)
}

function chain(queries: WorkspaceQueries, first: Sql): Sql {
  return sql`
    chain (calibration_id, corrects_id) as (
      ${first}
      union all
      select c.calibration_id, c.corrects_id
      from calibrations c
      join chain on c.calibration_id = chain.corrects_id
      where c.workspace_id = ${queries.workspaceId})`
}
