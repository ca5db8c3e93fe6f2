import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import type { InstrumentFilter } from './list-filter.ts'

/**
 * Runs a statement of a list that is planned for its very values. The plan that a prepared statement keeps
 * knows none of them: it takes a day's changes for a third of the register, and reads all of that. Only a
 * tag or serial number leads to one row by its own index whatever it is.
 */
export async function rowsPlannedFor<Row>(
  queries: WorkspaceQueries,
  { assetTag, serialNumber }: InstrumentFilter,
  statement: Sql,
): Promise<Row[]> {
  if (assetTag !== undefined || serialNumber !== undefined) return queries.rows<Row>(statement)
  const [, rows] = await queries.batch([sql`set local plan_cache_mode = force_custom_plan`, statement])
  return rows as Row[]
}
