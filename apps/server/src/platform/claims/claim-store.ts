import { sql, type Transaction, type WorkspaceQueries } from '../db/index.ts'

/** Something in a workspace that is created at most once. */
export interface Claimable {
  readonly kind: string
  readonly subjectId: string
}

/**
 * Gives the claim on a thing to the holder, unless the lease of another holder is still valid. Returns whether it
 * succeeded. Leases are measured by the clock of the database, which all processes share.
 */
export async function insertClaim(
  queries: WorkspaceQueries,
  { kind, subjectId }: Claimable,
  holderId: string,
  leaseMs: number,
): Promise<boolean> {
  const [, rows] = (await queries.batch([
    sql`
      delete from claims
      where workspace_id = ${queries.workspaceId} and kind = ${kind} and subject_id = ${subjectId}
        and leased_until < statement_timestamp()`,
    sql`
      insert into claims (workspace_id, kind, subject_id, holder_id, leased_until)
      values (
        ${queries.workspaceId}, ${kind}, ${subjectId}, ${holderId},
        statement_timestamp() + ${leaseMs}::int * interval '1 millisecond'
      )
      on conflict (workspace_id, kind, subject_id) do nothing
      returning holder_id`,
  ])) as [unknown[], unknown[]]
  return rows.length === 1
}

/** Ends a claim. Returns false if it no longer belongs to the holder. */
export async function deleteClaim(
  queries: WorkspaceQueries | Transaction,
  { kind, subjectId }: Claimable,
  holderId: string,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from claims
    where workspace_id = ${queries.workspaceId} and kind = ${kind} and subject_id = ${subjectId}
      and holder_id = ${holderId}
    returning holder_id`)
  return rows.length === 1
}

/** Deletes claims whose lease expired at least `sinceMs` ago. Returns their number. */
export async function deleteLapsedClaims(queries: WorkspaceQueries, sinceMs: number): Promise<number> {
  const rows = await queries.rows(sql`
    delete from claims
    where workspace_id = ${queries.workspaceId}
      and leased_until < statement_timestamp() - ${sinceMs}::int * interval '1 millisecond'
    returning holder_id`)
  return rows.length
}
