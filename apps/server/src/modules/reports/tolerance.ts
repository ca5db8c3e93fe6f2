import {
  type ImpactWord,
  isPassing,
  PASSED_AS_FOUND,
  RATE_CONFIDENCE,
  type ReadingVerdict,
  REPORT_ROWS_MAX,
  type ToleranceFinding,
  type ToleranceList,
  type ToleranceReport,
} from '@plumbline/contract'
import { clopperPearson } from '@plumbline/contract/statistics'
import { outOfTolerance } from '@plumbline/contract/tolerance'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { Caller } from '../access/index.ts'
import { readPeriod, type Period, type PeriodQuery, type ReportParts } from './period.ts'
import {
  readLowTur,
  readModels,
  readOfModel,
  readProcedures,
  readSuspects,
  type ComparedRow,
  type ModelName,
} from './tolerance-store.ts'

/** The test uncertainty ratio below which points are listed (ANSI/NCSL Z540.3, 5.3 b). */
const TUR_MIN = 4

/** Number of comparisons before other requests get a turn; one takes tens of microseconds. */
const COMPARED_AT_ONCE = 200

/** The query of the report. */
interface ToleranceQuery extends PeriodQuery {
  readonly manufacturer?: string
  readonly model?: string
  readonly list?: ToleranceList
  readonly month?: string
  readonly impact?: ImpactWord
}

/** Reports how often instruments of each model were found in tolerance in a period, and lists those found outside. */
export async function toleranceReport(
  parts: ReportParts,
  caller: Caller,
  query: ToleranceQuery,
): Promise<ToleranceReport> {
  const queries = parts.db.in(caller.workspaceId)
  const period = await readPeriod(parts, queries, caller, query)
  const [models, procedures, suspects, lowTur] = await Promise.all([
    readModels(queries, period),
    readProcedures(queries, period),
    readSuspects(queries, period),
    readLowTur(queries, period, { minimum: TUR_MIN, limit: REPORT_ROWS_MAX }),
  ])
  const judged = await judgeAll(suspects)
  const outside = judged.filter(({ isInTolerance }) => !isInTolerance)
  const outsideByModel = Map.groupBy(outside, ({ finding }) => modelKey(finding))
  const outsideByProcedure = Map.groupBy(outside, ({ procedureId }) => procedureId)
  const findings = judged.filter(({ isFinding, finding }) => isFinding && isNamed(finding, query))
  return {
    from: period.from,
    to: period.to,
    months: byMonth(findings),
    models: models.map((model) => withRate(model, outsideByModel.get(modelKey(model))?.length)),
    procedures: procedures.map((one) => withRate(one, outsideByProcedure.get(one.procedure_id)?.length)),
    low_tur: lowTur.rows,
    low_tur_total: lowTur.total,
    ...(await listed({ queries, period, query, findings, outside })),
  }
}

/** Adds the rate to the counts of a group; calibrations that are not outside count as inside. */
function withRate<Group extends { readonly calibrations: number }>(group: Group, outside = 0) {
  const inTolerance = group.calibrations - outside
  const { lower, upper } = clopperPearson(inTolerance, group.calibrations, RATE_CONFIDENCE)
  return { ...group, in_tolerance: inTolerance, rate_lower: lower, rate_upper: upper }
}

interface Judged {
  readonly finding: ToleranceFinding
  readonly procedureId: string | null
  readonly isFinding: boolean
  readonly isInTolerance: boolean
}

async function judgeAll(rows: readonly ComparedRow[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const row of rows) {
    judged.push(judge(row))
    if (judged.length % COMPARED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return judged
}

function judge(row: ComparedRow): Judged {
  const {
    nominal_value: nominalValue,
    tolerance,
    as_found_reading: asFound,
    as_left_reading: asLeft,
    unit,
    procedure_id: procedureId,
    points_found: pointsFound,
    has_points: hasPoints,
    points_out: pointsOut,
    ...rest
  } = row
  const verdictOf = (reading: {
    asFoundReading: string | null
    asLeftReading: string | null
  }): ReadingVerdict => outOfTolerance({ nominalValue, tolerance, unitOfMeasure: unit, ...reading }).verdict
  // The flat reading is that of one point only, but every point counts.
  const asFoundVerdict = hasPoints
    ? verdictOfPoints(pointsFound)
    : verdictOf({ asFoundReading: asFound, asLeftReading: null })
  const asLeftVerdict =
    pointsOut > 0 ? 'outside' : verdictOf({ asFoundReading: asFound, asLeftReading: asLeft })
  return {
    procedureId,
    finding: { ...rest, as_found: asFoundVerdict, as_left: asLeftVerdict },
    isFinding:
      asFoundVerdict === 'outside' ||
      asLeftVerdict === 'outside' ||
      !isPassing(row.result) ||
      row.justification !== null,
    isInTolerance:
      asFoundVerdict === 'not_comparable' ? row.result === PASSED_AS_FOUND : asFoundVerdict === 'inside',
  }
}

function verdictOfPoints(found: ComparedRow['points_found']): ReadingVerdict {
  if (found === null) return 'not_comparable'
  return found === 'out' ? 'outside' : 'inside'
}

/** Returns the newest selected records, and the total number. */
async function listed({
  queries,
  period,
  query,
  findings,
  outside,
}: {
  queries: WorkspaceQueries
  period: Period
  query: ToleranceQuery
  findings: readonly Judged[]
  outside: readonly Judged[]
}): Promise<Pick<ToleranceReport, 'rows' | 'rows_total'>> {
  const { list = 'findings', month, impact } = query
  const model = { manufacturer: query.manufacturer || null, model: query.model || null }
  if (list === 'calibrations' || list === 'in_tolerance') {
    const without = list === 'in_tolerance' ? outside.map(({ finding }) => finding.calibration_id) : []
    const limit = REPORT_ROWS_MAX
    const { rows, total } = await readOfModel(queries, period, { ...model, without, month, impact, limit })
    return { rows: (await judgeAll(rows)).map(({ finding }) => finding), rows_total: total }
  }
  const candidates =
    list === 'findings' ? findings : outside.filter(({ finding }) => modelKey(finding) === modelKey(model))
  const rows = candidates.map(({ finding }) => finding).filter((finding) => isWanted(finding, query))
  return { rows: rows.slice(0, REPORT_ROWS_MAX), rows_total: rows.length }
}

/** Oldest month first. */
function byMonth(findings: readonly Judged[]): ToleranceReport['months'] {
  const months = Map.groupBy(findings, ({ finding }) => monthOf(finding))
  return [...months]
    .map(([month, all]) => {
      const stated = all.filter(({ finding }) => finding.justification !== null).length
      return { month, stated, not_stated: all.length - stated }
    })
    .toSorted((one, other) => (one.month < other.month ? -1 : 1))
}

const monthOf = ({ performed_on: day }: ToleranceFinding) => day.slice(0, 'YYYY-MM'.length)

const modelKey = ({ manufacturer, model }: ModelName) => JSON.stringify([manufacturer, model])

function isNamed({ manufacturer, model }: ModelName, query: ToleranceQuery): boolean {
  return (
    (query.manufacturer === undefined || manufacturer === query.manufacturer) &&
    (query.model === undefined || model === query.model)
  )
}

function isWanted(finding: ToleranceFinding, { month, impact }: ToleranceQuery): boolean {
  return (
    (month === undefined || monthOf(finding) === month) &&
    (impact === undefined || (finding.justification !== null) === (impact === 'stated'))
  )
}
