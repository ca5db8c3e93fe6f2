import { join, raw, sql, type Snapshot } from '../../../platform/db/index.ts'
import type { CountedTable } from '../projection/counted-table.ts'
import type { Findings } from '../projection/projection.ts'

type Miscount = Readonly<Record<string, unknown>> & { expected: number; actual: number }

/** Recalculates the counts that a table maintains. A row with a count of zero is equivalent to no row. */
export async function compareCounts(
  snapshot: Snapshot,
  { table, columns, counted }: CountedTable,
  findings: Findings,
): Promise<void> {
  const names = join(columns.map((column) => raw(column)))
  const miscounts = snapshot.stream<Miscount>(sql`
    select ${names}, sum(expected)::bigint as expected, sum(actual)::bigint as actual
    from (
      select ${names}, 1 as expected, 0 as actual from ${counted}
      union all
      select ${names}, 0, count from ${raw(table)} where workspace_id = ${snapshot.workspaceId}) as both_counts
    group by ${names}
    having sum(expected) <> sum(actual)`)
  for await (const page of miscounts.pages()) {
    for (const { expected, actual, ...by } of page) {
      const rowId = columns.map((column) => `${column} ${String(by[column])}`).join(', ')
      findings.fault({ table, rowId, column: 'count', expected, actual, index: null })
    }
  }
}
