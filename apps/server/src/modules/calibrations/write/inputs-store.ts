import type { CalibrationResult, Measurement } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import {
  keepPlans,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import { findMember, type Caller, type Member } from '../../access/index.ts'
import {
  lockWithSites,
  type InstrumentAt,
  type InstrumentAtSite,
  type Zones,
} from '../../instruments/index.ts'
import { findFollowed, findFollowedRevision, type FollowedRevision } from '../../procedures/index.ts'
import { findProviderRows, type ProviderRow } from '../../providers/index.ts'
import { workspaceVersion } from '../../workspaces/index.ts'
import { counts, lastFirst } from '../counting-store.ts'
import { findChain, findCounting, findMeasurements, findSnapshot, hasOpenCorrection } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'
import { findRequirementsAtAppend, type RequirementsAtAppend } from '../requirements-in-force.ts'
import type { FrozenStandard } from '../snapshot.ts'
import type { CountingRecord } from './effect.ts'
import { namesProcedure, pointStandards } from './measured-points.ts'
import { standardsAtUse, type StandardAtUse } from './standards-store.ts'
import type { CalibrationBody } from './stated-fields.ts'

/** A record to be written: a new one or a correction. */
export interface RecordItem {
  readonly instrumentId: string
  readonly body: CalibrationBody
  /** Name of the performer if that is not a member of the workspace, for records made elsewhere. */
  readonly performerName?: string
}

/** A record item with the name of the advisory lock, without which there is no wait for its instrument. */
export interface LockedItem extends RecordItem {
  readonly advisoryLock: string
}

/** What records are checked against, by ID unless stated otherwise; excludes anything outside the caller's reach. */
export interface LockedInputs {
  /** When the inputs were read, in API format. */
  readonly now: string
  readonly instruments: ReadonlyMap<string, InstrumentAtSite>
  /** Standards as they were when records used them, by `useOf`. */
  readonly standards: ReadonlyMap<string, StandardAtUse>
  readonly members: ReadonlyMap<string, Member>
  /** Released revisions that the instruments of the records follow, if the records reference anything of them. */
  readonly procedures: ReadonlyMap<string, FollowedRevision>
  /** Providers that records name. */
  readonly providers: ReadonlyMap<string, ProviderRow>
  /** The record that the only item corrects; null if the items are new records. */
  readonly corrected: CorrectedRecord | null
}

/** Locks the instruments of the records to be written and reads what the records reference, in one round trip. */
export async function lockInputs(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  items: readonly LockedItem[],
): Promise<LockedInputs> {
  keepPlans(tx)
  const memberIds = distinct(items.map(({ body }) => body.performed_by)).filter((id) => id !== caller.userId)
  const naming = items.filter(({ body }) => namesProcedure(body))
  const now = clock.now().toISOString()
  const uses = usesOf(items, now, (body) => [
    body.reference_standard_asset_id,
    ...pointStandards(body).keys(),
  ])
  const [instruments, standards, members, providers, procedures] = await Promise.all([
    lockWithSites(tx, items, caller.siteIds),
    standardsAtUse(tx, caller, [...uses.values()]),
    Promise.all(memberIds.map((id) => findMember(tx, id))),
    findProviderRows(tx, distinct(items.map(({ body }) => body.provider_id))),
    naming.length === 0
      ? new Map()
      : findFollowed(
          tx,
          naming.map(({ instrumentId }) => instrumentId),
        ),
  ])
  const found = members.filter((member) => member !== undefined)
  return {
    now,
    instruments: new Map(instruments.map((row) => [row.instrumentId, row])),
    standards: byUse(uses, standards),
    members: new Map(found.map((member) => [member.personId, member])),
    procedures,
    providers,
    corrected: null,
  }
}

/** A corrected record, and what its correction inherits. */
export interface CorrectedRecord {
  readonly row: CalibrationRow
  /** The reason for the correction. */
  readonly reason: string
  /** Whether another correction of it is pending. */
  readonly hasOpenCorrection: boolean
  /** Standards as frozen by the record, by ID. */
  readonly standards: ReadonlyMap<string, FrozenStandard>
  /** Its points; empty if the correction references nothing of a procedure. */
  readonly points: readonly Measurement[]
  /** The revision that it followed; undefined if none. */
  readonly procedure: FollowedRevision | undefined
  readonly requirements: RequirementsAtAppend
  /** The record that counts without it; undefined if there is none. */
  readonly remaining: CountingRecord | undefined
  /** IDs of the record and of those that it corrects. */
  readonly chainIds: readonly string[]
}

/**
 * Reads what the correction of a record is checked against and what it inherits, in one round trip.
 * @param row of `lockRecord` in the same transaction
 */
export async function lockCorrectionInputs(
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  item: LockedItem,
  { row, reason }: Pick<CorrectedRecord, 'row' | 'reason'>,
): Promise<LockedInputs> {
  const { calibrationId: id, procedureId, procedureRevision, instrumentId } = row
  const followed = namesProcedure(item.body) && procedureId !== null && procedureRevision !== null
  const [inputs, snapshot, recorded, procedure, isOpen, requirements, remaining, chainIds] =
    await Promise.all([
      lockInputs(tx, clock, caller, [item]),
      findSnapshot(tx, id),
      row.measurementCount === null ? null : findMeasurements(tx, id),
      followed ? findFollowedRevision(tx, procedureId, procedureRevision) : undefined,
      hasOpenCorrection(tx, id),
      findRequirementsAtAppend(tx, row),
      findCounting(tx, instrumentId, id),
      findChain(tx, id),
    ])
  const frozen = snapshot?.reference_standard
  const standards = [...(recorded?.standards ?? []), ...(frozen ? [frozen] : [])]
  const corrected = {
    row,
    reason,
    hasOpenCorrection: isOpen,
    standards: new Map(standards.map((each) => [each.id, each])),
    points: recorded?.points ?? [],
    procedure,
    requirements,
    remaining,
    chainIds,
  }
  return { ...inputs, corrected }
}

/** Returns the key of a standard as used by a record. */
export function useOf({ performed_at: performedAt }: CalibrationBody, standardId: string): string {
  return `${standardId.toLowerCase()} ${performedAt ?? ''}`
}

/** Returns the uses of standards by records, each once, by `useOf`. */
function usesOf(
  items: readonly Pick<RecordItem, 'body'>[],
  now: string,
  named: (body: CalibrationBody) => readonly (string | null | undefined)[],
): ReadonlyMap<string, InstrumentAt> {
  return new Map(
    items.flatMap(({ body }) =>
      distinct(named(body)).map(
        (id) => [useOf(body, id), { instrumentId: id, at: body.performed_at ?? now }] as const,
      ),
    ),
  )
}

/** Returns what was found for uses, given in their order, by `useOf`. */
function byUse<Found>(
  uses: ReadonlyMap<string, InstrumentAt>,
  found: readonly (Found | undefined)[],
): ReadonlyMap<string, Found> {
  const pairs = [...uses.keys()].map((use, index) => [use, found[index]] as const)
  return new Map(pairs.flatMap(([use, one]) => (one === undefined ? [] : [[use, one] as const])))
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id != null).map((id) => id.toLowerCase()))]
}

/** What is read of an instrument while holding the ledger's head, before anything about it is written. */
export interface HeadInputs extends Zones {
  readonly instrumentId: string
  /** Version of the workspace's settings. */
  readonly settingsVersion: string
  /** The record that counts; null if there is none. */
  readonly counting: {
    readonly id: string
    readonly result: CalibrationResult
    /** In JSON format. */
    readonly performedAt: string
    readonly nextDueDate: string | null
    readonly ledgerIndex: number
    readonly chainFirstLedgerIndex: number
    /** The record that it corrects; null if it is not a correction. */
    readonly correctsId: string | null
  } | null
}

/** Reads these inputs of instruments. A counting record is approved and neither superseded nor voided. */
export function readHeadInputs(
  { workspaceId }: WorkspaceQueries,
  instruments: readonly { readonly instrumentId: string; readonly siteId: string }[],
): Sql {
  const wanted = instruments.map(({ instrumentId, siteId }) => ({
    instrument_id: instrumentId,
    site_id: siteId,
  }))
  // The planner's row estimate for JSON does not depend on its content, so the plan is reused.
  return sql`
    select wanted.instrument_id as "instrumentId", ${workspaceVersion} as "settingsVersion",
      w.time_zone as "timeZone", w.due_slot as "dueSlot", w.pending_time_zone as "pendingTimeZone",
      (select s.time_zone from sites s where s.workspace_id = ${workspaceId} and s.site_id = wanted.site_id)
        as "siteTimeZone",
      last.counting
    from workspaces w
    cross join json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (instrument_id uuid, site_id uuid)
    left join lateral (
      select json_build_object(
        'id', c.calibration_id, 'result', c.result, 'performedAt', c.performed_at, 'nextDueDate', c.next_due_date,
        'ledgerIndex', c.ledger_index,
        'chainFirstLedgerIndex', c.chain_first_ledger_index,
        'correctsId', c.corrects_id
      ) as counting
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = wanted.instrument_id and ${counts(workspaceId)}
      ${lastFirst}
      limit 1) last on true
    where w.workspace_id = ${workspaceId}`
}
