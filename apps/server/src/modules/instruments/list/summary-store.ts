import { complianceTokens, type ComplianceToken } from '@plumbline/contract'
import { join, raw, sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import {
  instrumentsWithPending,
  inUseCondition,
  overdueCondition,
  statusInUseCondition,
  tokenCondition,
} from '../../compliance/index.ts'
import { amongSites } from '../../workspaces/index.ts'
import type { ListDay } from './list-filter.ts'

/** Number of instruments of a site per token. */
export type TokenCounts = Record<ComplianceToken, number>

/** Instruments in use without a valid calibration. */
export interface InUseCounts {
  readonly overdue: number
  readonly failed: number
  readonly never: number
}

/**
 * The register in the summary; all figures are sums over the maintained counts, and over the instruments in
 * quarantine.
 */
export interface RegisterFigures {
  readonly bySite: readonly ({ siteId: string } & TokenCounts)[]
  readonly inUse: InUseCounts
  /** Of those in use, the ones with a calibration that is pending approval. */
  readonly pending: Omit<InUseCounts, 'failed'>
  readonly quarantined: number
  /** Reference standards that have failed, and others in quarantine. */
  readonly standards: { readonly failed: number; readonly quarantined: number }
}

/** Tokens that correspond to ranges of due dates, and those that are groups of their own. */
const datedTokens = ['COMPLIANT', 'WARNING', 'NON_COMPLIANT'] as const
const groupTokens = ['NOT_CALIBRATED', 'OUT_FOR_CALIBRATION'] as const

/** Returns the figures of the register within sites (null: all). */
export async function readFigures(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
  day: ListDay,
): Promise<RegisterFigures> {
  const ofWorkspace = sql`workspace_id = ${queries.workspaceId} ${amongSites(siteIds)}`
  const dated = sql`${ofWorkspace} and slot = ${day.slot}`
  const due = raw(`due_date_${day.slot}`)
  const [groups, dates, [used], [usedDated], [quarantined], [pending], [standards]] = (await queries.batch([
    countBySite(sql`instrument_counts`, ofWorkspace, groupTokens, day),
    countBySite(sql`instrument_due_counts`, dated, datedTokens, day),
    sql`
      select ${sumWhere(sql`compliance_group = 'failed'`)} as failed,
        ${sumWhere(sql`compliance_group = 'never'`)} as never
      from instrument_counts
      where ${ofWorkspace} and ${statusInUseCondition}`,
    sql`
      select ${sumWhere(sql`true`)} as overdue
      from instrument_due_counts
      where ${dated} and ${statusInUseCondition} and ${overdueCondition(day, sql`due_date`)}`,
    sql`
      select count(*) as count,
        count(*) filter (where ${statusInUseCondition} and compliance_group = 'failed') as failed,
        count(*) filter (where ${statusInUseCondition} and compliance_group = 'never') as never,
        count(*) filter (where ${statusInUseCondition} and ${overdueCondition(day, due)}) as overdue
      from instruments
      where ${ofWorkspace} and is_quarantined and retired_at is null`,
    sql`
      select count(*) filter (where compliance_group = 'never') as never,
        count(*) filter (where ${overdueCondition(day, due)}) as overdue
      from instruments
      where ${ofWorkspace} and ${inUseCondition} and instrument_id in (${instrumentsWithPending(queries)})`,
    sql`
      select count(*) filter (where compliance_group = 'failed') as failed,
        count(*) filter (where is_quarantined and compliance_group is distinct from 'failed') as quarantined
      from instruments
      where ${ofWorkspace} and is_reference_standard and retired_at is null`,
  ])) as [
    SiteCounts[],
    SiteCounts[],
    [Omit<InUseCounts, 'overdue'>],
    [Pick<InUseCounts, 'overdue'>],
    [Quarantined],
    [RegisterFigures['pending']],
    [RegisterFigures['standards']],
  ]
  return {
    bySite: joined(groups, dates),
    inUse: {
      overdue: usedDated.overdue - quarantined.overdue,
      failed: used.failed - quarantined.failed,
      never: used.never - quarantined.never,
    },
    pending,
    quarantined: quarantined.count,
    standards,
  }
}

/** Instruments in quarantine, and how many of them would otherwise count as in use. */
interface Quarantined extends InUseCounts {
  count: number
}

function sumWhere(condition: Sql): Sql {
  return sql`coalesce(sum(count) filter (where ${condition}), 0)::bigint`
}

type SiteCounts = { siteId: string } & Partial<TokenCounts>

function countBySite(table: Sql, where: Sql, tokens: readonly ComplianceToken[], day: ListDay): Sql {
  const sums = tokens.map(
    (token) => sql`
      ${sumWhere(tokenCondition(token, day, sql`due_date`))} as ${raw(`"${token}"`)}`,
  )
  return sql`select site_id as "siteId", ${join(sums)} from ${table} where ${where} group by site_id`
}

function joined(...parts: SiteCounts[][]): RegisterFigures['bySite'] {
  const bySite = Map.groupBy(parts.flat(), ({ siteId }) => siteId)
  const none = Object.fromEntries(complianceTokens.map((token) => [token, 0])) as TokenCounts
  return [...bySite].map(([siteId, counts]) => Object.assign({ ...none }, ...counts, { siteId }))
}
