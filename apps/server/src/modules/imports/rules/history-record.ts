import {
  because,
  type AppCalibrationCreate,
  type CalibrationResult,
  type HistoryField,
  type ImportColumn,
  type ImportIssue,
  type MeasurementCreate,
  type RefusalReason,
} from '@plumbline/contract'
import { flatFields } from '@plumbline/contract/measurement'
import { byPosition, readExportedPoint } from './exported-point.ts'
import { readPoint } from './history-point.ts'
import type { HistoryRow } from './history-row.ts'
import { worstResult } from './history-words.ts'
import { issueOf } from './issue.ts'

/** The rows of one calibration, in the order of the file, or that of the points in our own exports of points. */
export interface HistoryRecord {
  readonly rows: readonly HistoryRow[]
  readonly assetTag: string | undefined
  readonly serialNumber: string | undefined
  /** As stated by its rows; undefined if one of them has an error. */
  readonly performed: string | undefined
  readonly certificateNumber: string | undefined
}

/** Fields of a point; each row of a certificate with several rows states its own. */
const ofPoint: ReadonlySet<HistoryField> = new Set([
  'function',
  'range',
  'nominal_value',
  'unit_of_measure',
  'tolerance',
  'as_found_reading',
  'as_left_reading',
  'measurement_uncertainty',
  'coverage_factor',
  'result',
])

/** Fields that rows of one instrument and time may state differently: beside an asset tag, and the spelling of a day. */
const ofGroup: ReadonlySet<HistoryField> = new Set(['serial_number', 'performed_at'])

/** Texts of a record that are copied into its body unchanged. */
const asStated = [
  'service_provider',
  'certificate_number',
  'confidence_level',
  'decision_rule',
  'reference_standard',
  'reference_standard_certificate_number',
  'reference_standard_reason',
  'traceability_reference',
  'temperature',
  'humidity',
  'method',
  'place_of_work',
  'customer',
  'item_condition',
  'conformity_statement',
  'restriction_notes',
  'out_of_tolerance_impact',
  'opinions',
  'opinions_basis',
  'deviation_from_procedure',
  'notes',
] as const satisfies HistoryField[]

/** Returns the record of the rows of one calibration. */
export function recordOf(inFile: readonly HistoryRow[]): HistoryRecord {
  const rows = inFile.toSorted((a, b) => byPosition(a.point, b.point))
  const { texts, performed } = rows[0]!
  return {
    rows,
    assetTag: texts.asset_tag,
    serialNumber: texts.serial_number,
    performed: rows.every(({ errors }) => errors.length === 0) ? performed : undefined,
    certificateNumber: texts.certificate_number,
  }
}

/** The data with which a record of a history is appended. */
export interface HistoryBody {
  readonly body: AppCalibrationCreate
  /** The in-house performer; undefined for external work, and if nobody is named. */
  readonly performer: string | undefined
  /** YYYY-MM-DD. */
  readonly due: string | undefined
}

/** The issues of rows, by row. */
export type RowIssues = ReadonlyMap<number, readonly ImportIssue[]>

/**
 * Returns the body of a record; the rows of one with several become points. A provider, or the word in the file, makes
 * it external.
 * @param performedAt the instant of `performed`
 */
export function historyBody(
  { rows }: HistoryRecord,
  performedAt: string,
  unitOfMeasure: string | null,
  columns: readonly ImportColumn[],
): HistoryBody | RowIssues {
  const issues = new Map<number, ImportIssue[]>()
  const fail: Fail = ({ row, cells }, field, reason) => {
    const column = columns.find(({ target }) => target === field)?.column ?? field
    issues.set(row, [...(issues.get(row) ?? []), issueOf({ row, column, value: cells[column] }, reason)])
  }
  const texts = sharedTexts(rows, fail)
  const isExported = rows[0]!.point !== undefined
  const points = rows.length === 1 && !isExported ? [] : pointsOf(rows, unitOfMeasure, fail)
  if (issues.size > 0) return issues
  const [first] = rows as [HistoryRow]
  const stated = rows.flatMap(({ type }) => type ?? [])
  const type = stated[0] ?? (texts.service_provider === undefined ? 'in_house' : 'external_certificate')
  const result = worstResult(rows.map((row) => row.result))
  const body = {
    ...Object.fromEntries(
      asStated.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])),
    ),
    ...(points.length > 0 ? { measurements: points } : readingOf(first)),
    ...(isExported && factorOf(first)),
    ...(result !== undefined && { result: result satisfies CalibrationResult }),
    calibration_type: type,
    performed_at: performedAt,
    // The accreditation of the laboratory covers current work, and nothing that is imported.
    ...(type === 'in_house' && { accredited: false }),
  } as AppCalibrationCreate
  const performer = type === 'in_house' ? texts.performed_by : undefined
  return { body, performer, due: rows.find((row) => row.due !== undefined)?.due }
}

/** @param field of a history, or a column of an exported point */
type Fail = (row: HistoryRow, field: string, reason: RefusalReason) => void

/** Returns the values common to all rows of a record: the first stated one, which no other row may contradict. */
function sharedTexts(rows: readonly HistoryRow[], fail: Fail): HistoryRow['texts'] {
  const shared: Partial<Record<HistoryField, { readonly text: string; readonly row: number }>> = {}
  for (const row of rows) {
    for (const [name, text] of Object.entries(row.texts) as [HistoryField, string][]) {
      if (ofPoint.has(name) || ofGroup.has(name)) continue
      const known = (shared[name] ??= { text, row: row.row })
      if (known.text !== text) fail(row, name, because('import.rows_disagree', { row: known.row }))
    }
  }
  return Object.fromEntries(Object.entries(shared).map(([name, { text }]) => [name, text]))
}

function pointsOf(rows: readonly HistoryRow[], unit: string | null, fail: Fail): MeasurementCreate[] {
  return rows.flatMap((row) => {
    if (row.point) {
      const read = readExportedPoint(row.point)
      if ('point' in read) return [read.point]
      fail(row, read.unread, because('import.point_not_read'))
      return []
    }
    const read = readPoint(row.texts, unit)
    if ('point' in read) return [read.point]
    fail(row, read.field, because(`import.${read.fault}`))
    return []
  })
}

/** Returns the coverage factor of a record; a column of points has those of the points. */
function factorOf({
  texts: { coverage_factor: factor },
}: HistoryRow): Pick<AppCalibrationCreate, 'coverage_factor'> {
  return factor === undefined ? {} : { coverage_factor: factor }
}

function readingOf({ texts }: HistoryRow): Record<string, string> {
  const unit = texts.unit_of_measure
  const withUnit = (text: string) =>
    unit !== undefined && /^[+-]?[\d.,]+$/.test(text) ? `${text} ${unit}` : text
  const stated = flatFields.flatMap((name) =>
    texts[name] === undefined ? [] : [[name, withUnit(texts[name])]],
  )
  const factor = texts.coverage_factor
  return { ...Object.fromEntries(stated), ...(factor !== undefined && { coverage_factor: factor }) }
}
