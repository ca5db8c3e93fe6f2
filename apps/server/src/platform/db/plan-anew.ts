import type { Transaction } from './queries.ts'
import { sql } from './sql.ts'

/**
 * Has each statement of a transaction planned anew when it is next sent. For one that fills empty tables: statements
 * that were planned when these were empty go by indexes that lead to every row alike, and would keep to that.
 */
export async function planAnew(tx: Transaction): Promise<void> {
  await tx.rows(sql`discard plans`)
}
