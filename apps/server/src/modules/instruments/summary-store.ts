import { complianceTokens, type ComplianceToken } from '@plumbline/contract'
import { join, raw, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { tokenCondition } from '../compliance/index.ts'
import { amongSites } from '../workspaces/index.ts'
import type { ListDay } from './list-conditions.ts'

/** How many instruments of a site have each token. */
export type TokenCounts = Record<ComplianceToken, number>

/** What the summary tells of the register; all of it are sums over the maintained counts. */
export interface RegisterFigures {
  readonly bySite: readonly ({ siteId: string } & TokenCounts)[]
  /** Due dates by weeks from the first one on; weeks without any are absent. */
  readonly byWeek: readonly { week: number; count: number }[]
  readonly overdue: number
  readonly quarantined: number
}

/** Tokens that are ranges of due dates, and those that are groups of their own. */
const datedTokens = ['COMPLIANT', 'WARNING', 'NON_COMPLIANT'] as const
const groupTokens = ['NOT_CALIBRATED', 'OUT_FOR_CALIBRATION'] as const

/**
 * Reads the figures of the register within sites (null: all).
 * @param weeks the Monday of the first week, and how many there are; days before today are overdue
 */
export async function readFigures(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
  day: ListDay,
  weeks: { first: string; count: number },
): Promise<RegisterFigures> {
  const ofWorkspace = sql`workspace_id = ${queries.workspaceId} ${amongSites(siteIds)}`
  const dated = sql`${ofWorkspace} and slot = ${day.slot}`
  const [groups, dates, byWeek, [overdue], [quarantined]] = (await queries.batch([
    countBySite(sql`instrument_counts`, ofWorkspace, groupTokens, day),
    countBySite(sql`instrument_due_counts`, dated, datedTokens, day),
    sql`
      select ((due_date - ${weeks.first}::date) / 7)::integer as week, sum(count)::bigint as count
      from instrument_due_counts
      where ${dated} and due_date >= ${day.today} and due_date < ${weeks.first}::date + ${weeks.count * 7}::integer
      group by 1
      having sum(count) > 0`,
    sql`
      select coalesce(sum(count), 0)::bigint as count
      from instrument_due_counts
      where ${dated} and due_date < ${day.today}`,
    sql`
      select count(*) as count
      from instruments
      where ${ofWorkspace} and is_quarantined and retired_at is null`,
  ])) as [SiteCounts[], SiteCounts[], RegisterFigures['byWeek'], [Counted], [Counted]]
  return {
    bySite: joined(groups, dates),
    byWeek,
    overdue: overdue.count,
    quarantined: quarantined.count,
  }
}

type SiteCounts = { siteId: string } & Partial<TokenCounts>
interface Counted {
  count: number
}

function countBySite(table: Sql, where: Sql, tokens: readonly ComplianceToken[], day: ListDay): Sql {
  const sums = tokens.map(
    (token) => sql`
      coalesce(sum(count) filter (where ${tokenCondition(token, day, sql`due_date`)}), 0)::bigint
        as ${raw(`"${token}"`)}`,
  )
  return sql`select site_id as "siteId", ${join(sums)} from ${table} where ${where} group by site_id`
}

function joined(...parts: SiteCounts[][]): RegisterFigures['bySite'] {
  const bySite = Map.groupBy(parts.flat(), ({ siteId }) => siteId)
  const none = Object.fromEntries(complianceTokens.map((token) => [token, 0])) as TokenCounts
  return [...bySite].map(([siteId, counts]) => Object.assign({ ...none }, ...counts, { siteId }))
}
