import { sql, type Queries, type Transaction } from '../../platform/db/index.ts'

/** Returns the workspace that currently contains the sample data of another one. */
export async function findSample(queries: Queries, sampleOf: string): Promise<string | undefined> {
  const [row] = await queries.rows<{ workspaceId: string }>(sql`
    select workspace_id as "workspaceId"
    from sample_workspaces
    where sample_of = ${sampleOf} and removed_at is null`)
  return row?.workspaceId
}

/** Whether a workspace was created for sample data, even if it is no longer used for it. */
export async function wasSampleMade(queries: Queries, workspaceId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from sample_workspaces where workspace_id = ${workspaceId}`)
  return rows.length === 1
}

/**
 * Records that the transaction's workspace contains the sample data of another one. Waits for concurrent calls; returns
 * false if there is already one.
 */
export async function claimSample(tx: Transaction, sampleOf: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into sample_workspaces (workspace_id, sample_of)
    values (${tx.workspaceId}, ${sampleOf})
    on conflict (sample_of) where removed_at is null do nothing
    returning workspace_id`)
  return rows.length === 1
}

/** Marks the transaction's workspace as no longer used for sample data; returns false if it was already marked. */
export async function markSampleRemoved(tx: Transaction, at: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update sample_workspaces
    set removed_at = ${at}
    where workspace_id = ${tx.workspaceId} and removed_at is null
    returning workspace_id`)
  return rows.length === 1
}
