import type { Transaction, WorkspaceQueries } from './queries.ts'
import { raw, sql, type Sql } from './sql.ts'
import { IS_DISTRIBUTED } from './distributed-connections.ts'

/**
 * Causes each statement of a transaction to be planned again when it is next sent. For a transaction that fills empty
 * tables: plans made while they were empty use indexes that are not selective, and would be reused.
 */
export async function replan(tx: Transaction): Promise<void> {
  await tx.rows(sql`discard plans`)
}

/**
 * Makes the following statements of a transaction use their generic plans, whatever their values. For statements that
 * find few rows through an index: planning them each time costs more than running them, and a plan for the values is
 * wrong for a workspace newer than the statistics of a table. The planner then expects a single row, for which any
 * index that starts with the workspace is as good as that of the key. They do not read tables from end to end, which is
 * cheaper only while a table has a few pages, and the plan outlives that. Not on a distributed
 * database, because Citus has no generic plans for joins.
 */
const keptPlans = sql`
  select set_config('plan_cache_mode',
    case when current_setting('${raw(IS_DISTRIBUTED)}', true) = 'on' then 'auto' else 'force_generic_plan' end, true),
    set_config('enable_seqscan', 'off', true)`

/** Makes the statements of a transaction use their generic plans; see `keptPlans`. */
export function keepPlans(tx: Transaction): void {
  tx.send([keptPlans])
}

/** Reads rows with the generic plan of a statement; see `keptPlans`. */
export async function rowsByKey<Row>(queries: WorkspaceQueries, statement: Sql): Promise<Row[]> {
  return (await queries.batch([keptPlans, statement]))[1] as Row[]
}
