import type { Queries } from './database.ts'
import { sql } from './sql.ts'

/**
 * Has each statement of the connection planned anew when it is next sent. For a transaction that fills empty tables:
 * it is planned for when they are empty, with indexes that lead to every row alike, and would keep to that.
 */
export async function planAnew(queries: Queries): Promise<void> {
  await queries.rows(sql`discard plans`)
}
