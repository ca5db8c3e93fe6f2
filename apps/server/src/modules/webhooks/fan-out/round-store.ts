import { sql, type Queries, type Sql } from '../../../platform/db/index.ts'
import { once } from './queue-store.ts'

/**
 * Maximum number of workspaces per claim: those claimed by a process that ends before examining them wait for the
 * next round.
 */
const CLAIM_MAX = 20

/** Ensures that every workspace has its rounds; memberships list all workspaces. */
export async function openRounds(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`
    insert into webhook_rounds (workspace_id, due_scan_at, prune_at)
    select distinct m.workspace_id, ${now}, ${now}
    from memberships m
    where not exists (select from webhook_rounds r where r.workspace_id = m.workspace_id)
    on conflict do nothing`)
}

/** Claims workspaces whose due dates are to be examined, each for one process, and schedules their next time. */
export function claimDueScans(queries: Queries, now: Sql, everyMs: number): Promise<string[]> {
  return claimRounds(queries, sql`due_scan_at`, now, everyMs)
}

/** Claims workspaces whose delivery log is to be pruned, each for one process, and schedules their next time. */
export function claimPruning(queries: Queries, now: Sql, everyMs: number): Promise<string[]> {
  return claimRounds(queries, sql`prune_at`, now, everyMs)
}

async function claimRounds(queries: Queries, at: Sql, now: Sql, everyMs: number): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    update webhook_rounds
    set ${at} = ${now} + make_interval(secs => ${everyMs / 1000})
    where workspace_id in (
      select workspace_id
      from webhook_rounds
      where ${at} <= ${once(now)}
      order by ${at}
      limit ${CLAIM_MAX}
      for update skip locked)
    returning workspace_id as "workspaceId"`)
  return rows.map((row) => row.workspaceId)
}
