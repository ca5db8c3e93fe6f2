import {
  REPORT_ROWS_MAX,
  type ReadingVerdict,
  type ToleranceFinding,
  type ToleranceReport,
} from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { outOfTolerance } from '../calibrations/index.ts'
import { readPeriod, type PeriodQuery, type ReportParts } from './period.ts'
import { readModels, readSuspects, type SuspectRow } from './tolerance-store.ts'

/** Comparing texts takes tens of microseconds: others get their turn after as many. */
const COMPARED_AT_ONCE = 200

/** How often instruments of each model were found in tolerance in a period, and what was found outside. */
export async function toleranceReport(
  parts: ReportParts,
  caller: Caller,
  query: PeriodQuery & { manufacturer?: string; model?: string },
): Promise<ToleranceReport> {
  const queries = parts.db.in(caller.workspaceId)
  const period = await readPeriod(parts, queries, caller, query)
  const [models, suspects] = await Promise.all([readModels(queries, period), readSuspects(queries, period)])
  const judged = await judgeAll(suspects)
  const outside = Map.groupBy(
    judged.filter(({ isInTolerance }) => !isInTolerance),
    modelKey,
  )
  const findings = judged.filter(({ isFinding }) => isFinding)
  const listed = findings.filter((finding) => isOfModel(finding, query))
  return {
    from: period.from,
    to: period.to,
    models: models.map((model) => ({
      ...model,
      in_tolerance: model.calibrations - (outside.get(modelKey(model))?.length ?? 0),
    })),
    rows: listed.slice(0, REPORT_ROWS_MAX).map(({ finding }) => finding),
    rows_total: listed.length,
  }
}

interface Judged extends Pick<SuspectRow, 'manufacturer' | 'model'> {
  readonly finding: ToleranceFinding
  readonly isFinding: boolean
  readonly isInTolerance: boolean
}

async function judgeAll(suspects: readonly SuspectRow[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const suspect of suspects) {
    judged.push(judge(suspect))
    if (judged.length % COMPARED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return judged
}

function judge(row: SuspectRow): Judged {
  const {
    nominal_value: nominalValue,
    tolerance,
    as_found_reading: asFound,
    as_left_reading: asLeft,
    unit,
    ...rest
  } = row
  const verdictOf = (reading: {
    asFoundReading: string | null
    asLeftReading: string | null
  }): ReadingVerdict => outOfTolerance({ nominalValue, tolerance, unitOfMeasure: unit, ...reading }).verdict
  const asFoundVerdict = verdictOf({ asFoundReading: asFound, asLeftReading: null })
  const asLeftVerdict = verdictOf({ asFoundReading: asFound, asLeftReading: asLeft })
  const failing = ['FAIL', 'DAMAGED', 'LIMITED_CALIBRATION'].includes(row.result)
  return {
    manufacturer: row.manufacturer,
    model: row.model,
    finding: { ...rest, as_found: asFoundVerdict, as_left: asLeftVerdict },
    isFinding:
      asFoundVerdict === 'outside' || asLeftVerdict === 'outside' || failing || row.justification !== null,
    isInTolerance: asFoundVerdict === 'not_comparable' ? row.result === 'PASS' : asFoundVerdict === 'inside',
  }
}

const modelKey = ({ manufacturer, model }: { manufacturer: string | null; model: string | null }) =>
  JSON.stringify([manufacturer, model])

function isOfModel(
  { manufacturer, model }: Judged,
  query: { manufacturer?: string; model?: string },
): boolean {
  return (
    (query.manufacturer === undefined || manufacturer === query.manufacturer) &&
    (query.model === undefined || model === query.model)
  )
}
