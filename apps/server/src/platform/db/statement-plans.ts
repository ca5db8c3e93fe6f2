import type { Transaction } from './queries.ts'
import { sql } from './sql.ts'

/**
 * Has each statement of a transaction planned anew when it is next sent. For one that fills empty tables: statements
 * that were planned when these were empty go by indexes that lead to every row alike, and would keep to that.
 */
export async function planAnew(tx: Transaction): Promise<void> {
  await tx.rows(sql`discard plans`)
}

/**
 * Has the statements of a transaction carried out by the plans that are kept for them, whatever their values. For those
 * that lead to few rows by an index: planning them anew each time costs more than carrying them out.
 */
export function keepPlans(tx: Transaction): void {
  tx.send([sql`set local plan_cache_mode = force_generic_plan`])
}
