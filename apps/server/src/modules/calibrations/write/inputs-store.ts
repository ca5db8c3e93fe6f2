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
import { lockPlaced, type InstrumentAt, type PlacedInstrument, type Zones } from '../../instruments/index.ts'
import { findFollowed, findFollowedRevision, type FollowedRevision } from '../../procedures/index.ts'
import { findProviderRows, type ProviderRow } from '../../providers/index.ts'
import { workspaceVersion } from '../../workspaces/index.ts'
import { lastFirst } from '../counting-store.ts'
import { findChain, findCounting, findMeasurements, findSnapshot, hasOpenCorrection } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'
import { findRequirementsThen, type RequirementsThen } from '../requirements-in-force.ts'
import type { FrozenStandard } from '../snapshot.ts'
import type { CountingRecord } from './effect.ts'
import { namesProcedure, pointStandards } from './measured-points.ts'
import { standardsAtUse, type StandardAtUse } from './standards-store.ts'
import type { CalibrationBody } from './stated-fields.ts'

/** A record that is to be written: a new one, or the correction of another. */
export interface RecordItem {
  readonly instrumentId: string
  readonly body: CalibrationBody
  /** Who performed it by name, where that was nobody of the workspace: of records that were made elsewhere. */
  readonly performerName?: string
}

/** The same, with the name of the advisory lock without which its instrument is not waited for. */
export interface LockedItem extends RecordItem {
  readonly advisoryLock: string
}

/** What records are checked against, by id unless it says otherwise; what the caller does not reach is not there. */
export interface LockedInputs {
  /** When the inputs were read, in the form of the API. */
  readonly now: string
  readonly instruments: ReadonlyMap<string, PlacedInstrument>
  /** Standards as they were when records used them, by `useOf`. */
  readonly standards: ReadonlyMap<string, StandardAtUse>
  readonly members: ReadonlyMap<string, Member>
  /** Released revisions that instruments of records follow, as far as records name anything of them. */
  readonly procedures: ReadonlyMap<string, FollowedRevision>
  /** Providers that records name. */
  readonly providers: ReadonlyMap<string, ProviderRow>
  /** The record that the only item corrects; null where items are new records. */
  readonly corrected: CorrectedRecord | null
}

/** Locks the instruments of records that are to be written and reads what the records name, in one exchange. */
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
    lockPlaced(tx, items, caller.siteIds),
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

/** A record that is corrected, and what its correction takes over from it. */
export interface CorrectedRecord {
  readonly row: CalibrationRow
  /** Why it is corrected. */
  readonly reason: string
  /** Whether another correction of it waits for its decision. */
  readonly hasOpenCorrection: boolean
  /** Standards as it froze them, by id. */
  readonly standards: ReadonlyMap<string, FrozenStandard>
  /** Its points; none where the correction names nothing of a procedure. */
  readonly points: readonly Measurement[]
  /** The revision that it followed; undefined where it followed none. */
  readonly procedure: FollowedRevision | undefined
  readonly requirements: RequirementsThen
  /** The record that counts beside it; undefined without one. */
  readonly remaining: CountingRecord | undefined
  /** Ids of it and of those that it corrects. */
  readonly chainIds: readonly string[]
}

/**
 * Reads what the correction of a record is checked against and takes over, in one exchange.
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
      findRequirementsThen(tx, row),
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

/** Names a standard in its use by a record. */
export function useOf({ performed_at: performedAt }: CalibrationBody, standardId: string): string {
  return `${standardId.toLowerCase()} ${performedAt ?? ''}`
}

/** The uses of standards by records, each once, by `useOf`. */
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

/** What was found for uses, in their order, by `useOf`. */
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

/** What is read of an instrument under the ledger's head before anything of it is written. */
export interface HeadInputs extends Zones {
  readonly instrumentId: string
  /** Of the workspace's settings. */
  readonly settingsVersion: string
  /** The record that counts; null without one. */
  readonly counting: {
    readonly id: string
    readonly result: CalibrationResult
    /** As JSON writes it. */
    readonly performedAt: string
    readonly nextDueDate: string | null
    readonly ledgerIndex: number
    readonly chainFirstLedgerIndex: number
    /** The record that it corrects; null for one that corrects none. */
    readonly correctsId: string | null
  } | null
}

/** Reads these inputs of instruments. A record that counts is approved, and neither superseded nor voided. */
export function readHeadInputs(
  { workspaceId }: WorkspaceQueries,
  instruments: readonly { readonly instrumentId: string; readonly siteId: string }[],
): Sql {
  const wanted = instruments.map(({ instrumentId, siteId }) => ({
    instrument_id: instrumentId,
    site_id: siteId,
  }))
  // Of JSON the database assumes so many rows whatever stands in it, and keeps its plan.
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
      join calibration_decisions d
        on d.workspace_id = ${workspaceId} and d.calibration_id = c.calibration_id and d.decision = 'approved'
      where c.workspace_id = ${workspaceId} and c.instrument_id = wanted.instrument_id
        and c.record_type = 'calibration'
        and not exists (
          select from calibration_decisions s
          where s.workspace_id = ${workspaceId} and s.supersedes_id = c.calibration_id)
        and not exists (
          select from calibrations v
          where v.workspace_id = ${workspaceId} and v.voids_id = c.calibration_id)
      ${lastFirst}
      limit 1) last on true
    where w.workspace_id = ${workspaceId}`
}
