import type { Transaction } from './queries.ts'
import { sql } from './sql.ts'

/**
 * Makes each statement of a transaction be planned again when next sent. For a transaction that fills empty tables:
 * plans made when they were empty use indexes that are not selective, and would be kept.
 */
export async function planAnew(tx: Transaction): Promise<void> {
  await tx.rows(sql`discard plans`)
}

/**
 * Makes the statements of a transaction use their generic plans, whatever their values. For statements that find few
 * rows through an index: planning them each time costs more than running them. A distributed database sets
 * `app.plan_cache_mode`, because Citus has no generic plans of joins.
 */
export function keepPlans(tx: Transaction): void {
  tx.send([
    sql`
      select set_config('plan_cache_mode',
        coalesce(nullif(current_setting('app.plan_cache_mode', true), ''), 'force_generic_plan'), true)`,
  ])
}
