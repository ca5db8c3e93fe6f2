import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { attentionCondition, overdueCondition } from '../compliance/index.ts'
import type { ComplianceGroup } from './instrument.ts'
import { allOf, computedConditions, traitConditions, type ListDay } from './list-conditions.ts'
import type { InstrumentFilter } from './list-filter.ts'

/** The column of the counts that holds the workspace's due date. */
const DUE = sql`due_date`

/** How computed filters are counted: from whole groups, and from due dates added to them or taken away. */
export interface CountedParts {
  readonly group: ComplianceGroup | undefined
  /** A condition on counts by due date. */
  readonly dated: Sql | undefined
  readonly sign: 1 | -1
}

/**
 * The few counts by due date that a token needs. What is COMPLIANT is most of a register; it is counted as
 * whatever has a schedule and needs no attention yet.
 */
export function countedParts(filter: InstrumentFilter, day: ListDay): CountedParts {
  const { token, due } = computedConditions(filter, day, DUE)
  if (due !== undefined) return { group: undefined, dated: allOf([token, due]), sign: 1 }
  switch (filter.token) {
    case 'NOT_CALIBRATED':
      return { group: 'never', dated: undefined, sign: 1 }
    case 'OUT_FOR_CALIBRATION':
      return { group: 'out', dated: undefined, sign: 1 }
    case 'NON_COMPLIANT':
      return { group: 'failed', dated: overdueCondition(day, DUE), sign: 1 }
    case 'COMPLIANT':
      return { group: 'scheduled', dated: attentionCondition(day, DUE), sign: -1 }
    default:
      return { group: undefined, dated: token, sign: 1 }
  }
}

/** Sums the counts by due date that meet a condition, within site and status. */
export function sumDueDates(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  day: ListDay,
  dated: Sql,
): Sql {
  return sql`
    select coalesce(sum(count), 0)::bigint as total
    from instrument_due_counts
    where ${countsOf(queries, filter, day)} and ${dated}`
}

/** The first and the last due date of what computed filters match; null when there is none. */
export async function findDueBounds(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  day: ListDay,
): Promise<{ first: string; last: string } | null> {
  const { token, due } = computedConditions(filter, day, DUE)
  const [row] = await queries.rows<{ first: string | null; last: string | null }>(sql`
    select min(due_date) as first, max(due_date) as last
    from instrument_due_counts
    where ${countsOf(queries, filter, day)} and count > 0 and ${allOf([token, due])}`)
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}

function countsOf(queries: WorkspaceQueries, filter: InstrumentFilter, day: ListDay): Sql {
  const { site, status } = traitConditions(filter)
  return sql`workspace_id = ${queries.workspaceId} and slot = ${day.slot} and ${allOf([site, status])}`
}

/**
 * Removes counts of nothing. Those that a writer holds are left for another time: waiting for one while
 * holding others could bring writers to wait in a circle.
 */
export async function deleteEmptyCounts(queries: WorkspaceQueries): Promise<void> {
  await queries.batch(
    [sql`instrument_due_counts`, sql`instrument_worklist_counts`].map(
      (table) => sql`
        delete from ${table} c
        using (
          select ctid from ${table}
          where workspace_id = ${queries.workspaceId} and count = 0
          for update skip locked
        ) empty
        where c.workspace_id = ${queries.workspaceId} and c.ctid = empty.ctid`,
    ),
  )
}
