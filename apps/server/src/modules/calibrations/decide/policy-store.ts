import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** A recorded change of the settings that govern decisions on records. */
export interface PolicyChange {
  readonly index: number
  readonly kind: 'workspace.updated' | 'instrument.updated'
  readonly subjectId: string
  /** The complete change as canonical JSON. */
  readonly payload: string
}

/** Returns changes of the workspace and of instruments recorded after an entry, in order. */
export async function findPolicyChanges(
  queries: WorkspaceQueries,
  since: number,
  instrumentIds: readonly string[],
): Promise<PolicyChange[]> {
  return queries.rows<PolicyChange>(sql`
    select e.index, e.kind, e.subject_id as "subjectId", e.payload
    from ledger_entries e
    where e.workspace_id = ${queries.workspaceId} and e.kind = 'workspace.updated' and e.index > ${since}
    union all
    select e.index, e.kind, e.subject_id, e.payload
    from ledger_entries e
    where e.workspace_id = ${queries.workspaceId} and e.subject_id = any(${instrumentIds}::text[])
      and e.kind = 'instrument.updated' and e.index > ${since}
    order by index`)
}

/** Returns who created the API keys with which records were entered, by the record's position in the ledger. */
export async function findKeyMakers(
  queries: WorkspaceQueries,
  ledgerIndexes: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await queries.rows<{ index: number; personId: string }>(sql`
    select e.index, k.actor_id as "personId"
    from ledger_entries e
    join ledger_entries k on k.workspace_id = e.workspace_id and k.subject_id = e.actor_id
      and k.kind = 'api_key.created' and k.actor_type = 'user'
    where e.workspace_id = ${queries.workspaceId} and e.index = any(${ledgerIndexes}::bigint[])
      and e.actor_type = 'api_key'`)
  return new Map(rows.map(({ index, personId }) => [index, personId]))
}

/** A right that a person removed from a member. */
export interface TakenRight {
  readonly index: number
  readonly memberId: string
  /** The current role of the member. */
  readonly role: string
  /** The complete change as canonical JSON. */
  readonly payload: string
}

/** Returns changes a person made to other members' rights after an entry. */
export async function findTakenRights(
  queries: WorkspaceQueries,
  personId: string,
  since: number,
): Promise<TakenRight[]> {
  return queries.rows<TakenRight>(sql`
    select e.index, e.subject_id as "memberId", m.role, e.payload
    from ledger_entries e
    join memberships m on m.workspace_id = e.workspace_id and m.person_id = e.subject_id::uuid
    where e.workspace_id = ${queries.workspaceId} and e.actor_id = ${personId} and e.index > ${since}
      and e.kind in ('membership.updated', 'membership.deactivated') and e.subject_id <> ${personId}`)
}
