import { sql, type Queries, type Transaction } from '../../platform/db/index.ts'

/** The workspace that holds the sample data of another one at present. */
export async function findSample(queries: Queries, sampleOf: string): Promise<string | undefined> {
  const [row] = await queries.rows<{ workspaceId: string }>(sql`
    select workspace_id as "workspaceId"
    from sample_workspaces
    where sample_of = ${sampleOf} and removed_at is null`)
  return row?.workspaceId
}

/** Whether a workspace was made as sample data, also where it was taken out since. */
export async function wasSampleMade(queries: Queries, workspaceId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from sample_workspaces where workspace_id = ${workspaceId}`)
  return rows.length === 1
}

/**
 * Writes down that the transaction's workspace holds the sample data of another one. Waits for anyone who is doing
 * the same; returns false when there is one already.
 */
export async function claimSample(tx: Transaction, sampleOf: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into sample_workspaces (workspace_id, sample_of)
    values (${tx.workspaceId}, ${sampleOf})
    on conflict (sample_of) where removed_at is null do nothing
    returning workspace_id`)
  return rows.length === 1
}

/** Takes the transaction's workspace out of use as sample data; returns false when it was before. */
export async function markSampleRemoved(tx: Transaction, at: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update sample_workspaces
    set removed_at = ${at}
    where workspace_id = ${tx.workspaceId} and removed_at is null
    returning workspace_id`)
  return rows.length === 1
}
