import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** An entry of the ledger that describes a record. */
export interface EntryOfRecord {
  readonly index: number
  readonly at: string
  readonly kind: string
  readonly actorType: 'api_key' | 'user' | 'system'
  /** The complete change as canonical JSON. */
  readonly payload: string
  /** In hex. */
  readonly leafHash: string
}

/**
 * Returns the entries about a record, in order: its own, that of its decision, and that of the marker that voids it.
 */
export async function findEntriesOfRecord(
  queries: WorkspaceQueries,
  calibrationId: string,
): Promise<EntryOfRecord[]> {
  return queries.rows<EntryOfRecord>(sql`
    select e.index, e.at, e.kind, e.actor_type as "actorType", e.payload, encode(e.leaf_hash, 'hex') as "leafHash"
    from ledger_entries e
    where e.workspace_id = ${queries.workspaceId} and e.index in (
      select c.ledger_index
      from calibrations c
      where c.workspace_id = ${queries.workspaceId}
        and (c.calibration_id = ${calibrationId} or c.voids_id = ${calibrationId})
      union
      select d.ledger_index
      from calibration_decisions d
      where d.workspace_id = ${queries.workspaceId} and d.calibration_id = ${calibrationId})
    order by e.index`)
}

/** Details of a decision that lists do not show. */
export interface DecisionParticulars {
  readonly isAutomatic: boolean
  /** The signed ledger leaf, in hex. */
  readonly signedLeafHash: string | null
}

/** Returns undefined while the record is pending. */
export async function findDecisionParticulars(
  queries: WorkspaceQueries,
  calibrationId: string,
): Promise<DecisionParticulars | undefined> {
  const [row] = await queries.rows<DecisionParticulars>(sql`
    select is_automatic as "isAutomatic", encode(signed_leaf_hash, 'hex') as "signedLeafHash"
    from calibration_decisions
    where workspace_id = ${queries.workspaceId} and calibration_id = ${calibrationId}`)
  return row
}

/** Returns the pending correction of a record; null if there is none. */
export async function findOpenCorrection(
  queries: WorkspaceQueries,
  calibrationId: string,
): Promise<string | null> {
  const [row] = await queries.rows<{ id: string }>(sql`
    select calibration_id as id
    from undecided_calibrations
    where workspace_id = ${queries.workspaceId} and corrects_id = ${calibrationId} and is_open`)
  return row?.id ?? null
}
