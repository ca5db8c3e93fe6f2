import type { Transaction, WorkspaceQueries } from './queries.ts'
import { sql, type Sql } from './sql.ts'

/**
 * Makes each statement of a transaction be planned again when next sent. For a transaction that fills empty tables:
 * plans made when they were empty use indexes that are not selective, and would be kept.
 */
export async function planAnew(tx: Transaction): Promise<void> {
  await tx.rows(sql`discard plans`)
}

/**
 * Makes the statements after it in a transaction use their generic plans, whatever their values. For statements that
 * find few rows through an index: planning them each time costs more than running them, and a plan for the values
 * is wrong for a workspace that is newer than the statistics of a table. The planner takes it to have a single row there,
 * for which any index that begins with the workspace is as good as the one of the key. A distributed database sets
 * `app.plan_cache_mode`, because Citus has no generic plans of joins.
 */
const keptPlans = sql`
  select set_config('plan_cache_mode',
    coalesce(nullif(current_setting('app.plan_cache_mode', true), ''), 'force_generic_plan'), true)`

/** Makes the statements of a transaction use their generic plans, see `keptPlans`. */
export function keepPlans(tx: Transaction): void {
  tx.send([keptPlans])
}

/** Reads rows with the generic plan of a statement, see `keptPlans`. */
export async function rowsByKey<Row>(queries: WorkspaceQueries, statement: Sql): Promise<Row[]> {
  return (await queries.batch([keptPlans, statement]))[1] as Row[]
}
