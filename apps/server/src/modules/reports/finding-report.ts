import {
  findingAgeBegins,
  findingAges,
  NO_OWNER,
  REPORT_ROWS_MAX,
  type FindingAge,
  type FindingList,
  type FindingReport,
} from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { addDays, startOfDay, today } from '../compliance/index.ts'
import { readClosed, readFindingRows, readOpen, type ClosedGroup, type OpenGroup } from './finding-store.ts'
import { periodOf, type PeriodQuery, type ReportParts } from './period.ts'

/** The query of the report. */
interface FindingQuery extends PeriodQuery {
  readonly list?: FindingList
  readonly age?: FindingAge
  readonly owner?: string
  readonly month?: string
}

/** Reports open findings by age and owner as of today, and how long the findings closed in a period took. */
export async function findingReport(
  { db, clock }: ReportParts,
  caller: Caller,
  query: FindingQuery,
): Promise<FindingReport> {
  const period = periodOf(clock, caller, query)
  const { timeZone } = period
  const on = today(clock.now(), timeZone)
  const findingPeriod = { ...period, on, begins: beginsOf(on, timeZone) }
  const { list = 'open', age, owner, month } = query
  const wanted = { list, age, month, owner: owner === NO_OWNER ? null : owner, limit: REPORT_ROWS_MAX }
  return db.snapshot(caller.workspaceId, async (queries) => {
    const open = await readOpen(queries, findingPeriod, REPORT_ROWS_MAX)
    const [all, ...months] = await readClosed(queries, findingPeriod)
    const { rows, total } = await readFindingRows(queries, findingPeriod, wanted)
    return {
      from: period.from,
      to: period.to,
      open: { on, ...serializeOpen(open) },
      closed: {
        ...withoutMonth(all!),
        months: months.map(({ month: each, ...figures }) => ({ month: each!, ...figures })),
      },
      rows,
      rows_total: total,
    }
  })
}

function withoutMonth({ month: _all, ...figures }: ClosedGroup) {
  return figures
}

const counts = ({ count, overdue }: Pick<OpenGroup, 'count' | 'overdue'>) => ({ count, overdue })

function serializeOpen(groups: readonly OpenGroup[]): Omit<FindingReport['open'], 'on'> {
  const all = groups.find(({ by }) => by === 'all')!
  const nobody = { count: 0, overdue: 0 }
  return {
    ...counts(all),
    longest_days: all.longestDays,
    ages: findingAges.map((age) => ({
      age,
      ...counts(groups.find((group) => group.by === 'age' && group.age === age) ?? nobody),
    })),
    owners: groups
      .filter(({ by }) => by === 'owner')
      .map((group) => ({
        owner: group.ownerId === null ? null : { id: group.ownerId, name: group.ownerName ?? '' },
        ...counts(group),
        longest_days: group.longestDays!,
      })),
  }
}

/**
 * Returns for each age band the instant at which the first day after it begins: findings opened earlier are older than
 * the band.
 */
function beginsOf(on: string, timeZone: string): ReadonlyMap<FindingAge, string> {
  return new Map(
    findingAges.map((age) => [age, startOfDay(addDays(on, 1 - findingAgeBegins[age]), timeZone)] as const),
  )
}
