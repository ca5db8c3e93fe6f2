import {
  pageOf,
  type GroupIntervalAdvice,
  type IntervalAdvicePage,
  type IntervalAdviceQuery,
} from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { pageOfGroups, readEvents } from '../advice-store.ts'
import { serializeGroup } from '../group.ts'
import { judgeAll } from './judge-events.ts'
import { serializeAdvice, readInterval } from './serialize-advice.ts'

/** Returns a page of groups within the caller's sites, with the interval advice that follows from their records. */
export async function adviceForGroups(
  queries: WorkspaceQueries,
  { siteIds, workspace }: Caller,
  query: IntervalAdviceQuery,
): Promise<IntervalAdvicePage> {
  const { group_by: groupBy } = query
  const { rows, total } = await pageOfGroups(queries, groupBy, { ...query, siteIds })
  if (rows.length === 0) return pageOf<GroupIntervalAdvice>([], total, query)
  const keys = rows.map(({ first, second }) => ({ groupBy, first, second }))
  const events = await readEvents(queries, { siteIds, of: { groupBy, keys } }, ['compare', 'excluded'])
  const byGroup = Map.groupBy(await judgeAll(events), ({ row }) => row.position)
  const advised = rows.map((row, index): GroupIntervalAdvice => ({
    group: serializeGroup(keys[index]!, row.code),
    instruments: row.instruments,
    instruments_at_current_interval: row.atInterval,
    ...serializeAdvice(byGroup.get(index) ?? [], readInterval(row), workspace),
  }))
  return pageOf(advised, total, query)
}
