import {
  because,
  type CalibrationResult,
  type CalibrationType,
  type HistoryField,
  type ImportIssue,
  POINT_TARGET,
  type RefusalReason,
} from '@plumbline/contract'
import { cellText, isPlaceholder, isSpreadsheetError, isStorable, UNCALCULATED_FORMULA } from './cell-text.ts'
import type { ExportedPoint } from './exported-point.ts'
import { readResult, readType } from './history-words.ts'
import { issueOf } from './issue.ts'
import { isNoInstrument } from './no-instrument.ts'
import { readDate, type DateRead } from './read-date.ts'
import { isBlankRow, type RowReading } from './read-row.ts'

/** The values of a calibration, or of one of its points, that a row states; absent members are not stated. */
export interface HistoryRow {
  readonly row: number
  /** Its texts, by column. */
  readonly cells: Readonly<Record<string, string>>
  readonly texts: Readonly<Partial<Record<HistoryField, string>>>
  /** Time of performance: a timestamp of the API, or a day as YYYY-MM-DD; undefined if missing. */
  readonly performed: string | undefined
  /** YYYY-MM-DD. */
  readonly due: string | undefined
  readonly result: CalibrationResult | undefined
  readonly type: CalibrationType | undefined
  /** Its point, in our own exports of points. */
  readonly point?: ExportedPoint
  readonly errors: readonly ImportIssue[]
  /** Why it is left out: it is no calibration, or none that is in effect. Its other members then mean nothing. */
  readonly leftOut?: RefusalReason
}

/** A timestamp as written in our own files and those of other programs, with its offset from UTC. */
const INSTANT = /\d{4}-\d\d-\d\d[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))$/

/** A valid time of day with a valid offset. */
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/

const NOTHING = { performed: undefined, due: undefined, result: undefined, type: undefined, errors: [] }

/** Reads a row of a history; undefined for an empty one. @param row its line in the sheet, from 1 */
export function readHistoryRow(
  cells: readonly string[],
  row: number,
  { columns, unixSeconds, options }: Pick<RowReading, 'columns' | 'unixSeconds'> & Options,
): HistoryRow | undefined {
  if (isBlankRow(cells)) return undefined
  const shown: Record<string, string> = {}
  const texts: Partial<Record<HistoryField, string>> = {}
  const errors: ImportIssue[] = []
  let point: Record<string, string> | undefined
  for (const [at, { column, target }] of columns.entries()) {
    const text = cellText(cells[at])
    if (text !== '') shown[column] = text
    // Every other target of a history is one of its fields, or the point that our exports state.
    if (target === 'ignore' || text === '') continue
    if (target === POINT_TARGET) (point ??= {})[column] = text
    else if (isPlaceholder(text)) continue
    else texts[target as HistoryField] = text
    if (!isStorable(cells[at])) {
      errors.push(issueOf({ row, column, value: text }, because('field.invalid_text')))
    }
    // A record is permanent: what the spreadsheet failed to compute is never one of its values.
    const reason = reasonOfError(text)
    if (reason) errors.push(issueOf({ row, column, value: text }, reason))
  }
  const leftOut = reasonToLeaveOut(shown, texts, columns)
  if (leftOut) return { row, cells: shown, texts, ...NOTHING, leftOut }
  const fail = (field: HistoryField, reason: RefusalReason) => {
    const column = columns.find(({ target }) => target === field)?.column
    errors.push(issueOf({ row, column, value: texts[field] }, reason))
  }
  const dateOf = (field: 'performed_at' | 'next_due_date') => {
    const text = texts[field]
    if (text === undefined) return undefined
    const time = field === 'performed_at' ? INSTANT.exec(text)?.[1] : undefined
    const read =
      time === undefined ? readDate(text, options.date_order, unixSeconds) : readInstant(text, time)
    if ('date' in read) return read.date
    fail(field, because(`import.date_${read.fault}`))
    return undefined
  }
  const wordOf = <Word>(field: 'result' | 'calibration_type', read: (word: string) => Word | undefined) => {
    const text = texts[field]
    const word = text === undefined ? undefined : read(text)
    if (text !== undefined && word === undefined) {
      fail(field, because(field === 'result' ? 'import.result_unknown' : 'import.type_unknown'))
    }
    return word
  }
  const [performed, due] = [dateOf('performed_at'), dateOf('next_due_date')]
  const result = wordOf('result', readResult)
  const type = wordOf('calibration_type', readType)
  if (texts.asset_tag === undefined && texts.serial_number === undefined) {
    fail('asset_tag', because('import.tag_missing'))
  }
  if (texts.performed_at === undefined) fail('performed_at', because('field.missing'))
  return { row, cells: shown, texts, performed, due, result, type, ...(point && { point }), errors }
}

function reasonOfError(text: string): RefusalReason | undefined {
  if (text === UNCALCULATED_FORMULA) return because('import.formula_without_value')
  return isSpreadsheetError(text) ? because('import.spreadsheet_error_in_record') : undefined
}

/** Columns of our own exports with the values of records that are not calibrations in effect. */
const NOT_IN_EFFECT: Readonly<Record<string, readonly string[]>> = {
  is_starting_record: ['true'],
  record_type: ['void'],
  record_status: ['voided', 'superseded'],
  approval_status: ['rejected', 'pending'],
}

/** Whether a row of our own export of records is one whose measured points are in the export of points. */
function isRecordOfPoints({ calibration_id: id, measurement_count: count }: HistoryRow['cells']): boolean {
  return id !== undefined && count !== undefined && Number(count) > 0
}

/** Fields of which a row states at least one if it describes a calibration or one of its points. */
const ofCalibration = [
  'serial_number',
  'performed_at',
  'result',
  'certificate_number',
  'nominal_value',
  'as_found_reading',
  'as_left_reading',
] as const satisfies HistoryField[]

/**
 * Returns why a row is left out. The register brings starting records with it, and a record that was voided, replaced or
 * rejected, or that nobody has approved yet, would come into effect if it were entered again.
 */
function reasonToLeaveOut(
  cells: HistoryRow['cells'],
  texts: HistoryRow['texts'],
  columns: RowReading['columns'],
): RefusalReason | undefined {
  const isOut = Object.entries(NOT_IN_EFFECT).some(([column, values]) =>
    values.some((value) => cells[column]?.toLowerCase() === value),
  )
  if (isOut) return because('import.record_not_in_effect')
  if (texts.asset_tag !== undefined && isRecordOfPoints(cells)) return because('import.points_in_other_file')
  const isNoRecord = isNoInstrument({
    assetTag: texts.asset_tag ?? '',
    tagColumn: columns.find(({ target }) => target === 'asset_tag')?.column ?? '',
    name: '',
    others: ofCalibration.map((field) => texts[field] ?? ''),
    hasInterval: false,
    first: Object.values(cells)[0] ?? '',
    isTagAlone: texts.asset_tag !== undefined && Object.keys(cells).length === 1,
  })
  return isNoRecord ? because('import.row_not_calibration') : undefined
}

/** Returns a timestamp of the API. @param time the time that follows the day in the text, with its offset */
function readInstant(text: string, time: string): DateRead {
  const read = readDate(text, undefined)
  if (!('date' in read) || !TIME.test(time)) return { fault: 'unreadable' }
  const withColon = time.replace(/([+-]\d\d)(\d\d)/, '$1:$2')
  return { date: new Date(`${read.date}T${withColon}`).toISOString() }
}

interface Options {
  readonly options: Pick<RowReading['options'], 'date_order'>
}
