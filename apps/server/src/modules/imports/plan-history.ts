import {
  AppCalibrationCreate,
  because,
  Closed,
  type HistoryField,
  type ImportColumn,
  type ImportIssue,
  type ImportOptions,
  type ImportOutcome,
  NameText,
  type RefusalReason,
} from '@plumbline/contract'
import type { Transaction } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { schemaCheck } from '../../platform/http/validator.ts'
import type { Caller } from '../access/index.ts'
import { findSameRecords, type RecordItem } from '../calibrations/index.ts'
import { addDays, startOfDay } from '../compliance/index.ts'
import { lockInstruments } from '../instruments/index.ts'
import { dueOfRecord, type ContinuedExtension } from './due-of-record.ts'
import {
  knownInstruments,
  standardsOf,
  type KnownInstruments,
  type UnknownStandard,
} from './known-instruments.ts'
import { refusalIssues } from './refusal-issues.ts'
import { historyBody, type HistoryRecord, type RowIssues } from './rules/history-record.ts'
import { instantOf } from './rules/instant-of.ts'
import { issueOf } from './rules/issue.ts'

/** Dependencies of planning. */
export interface HistoryPlanning {
  readonly caller: Caller
  readonly options: Pick<ImportOptions, 'due'>
  readonly columns: readonly ImportColumn[]
  readonly dryRun: boolean
  readonly firsts: FirstsOfInstant
}

/** A record as a later one of the same identity is compared with it. */
interface First {
  readonly row: number
  readonly result: string | null
}

/**
 * The records planned so far in a run, by their identity. Records are planned in order of performance, so only those with
 * the latest time of performance are kept.
 */
export class FirstsOfInstant {
  #performedAt: string | null | undefined
  readonly #firsts = new Map<string, First>()

  /** Returns the first record with an identity, which is the given one if there was none. */
  firstOf(performedAt: string | null | undefined, identity: string, one: First): First {
    if (performedAt !== this.#performedAt) this.#firsts.clear()
    this.#performedAt = performedAt
    const first = this.#firsts.get(identity) ?? one
    this.#firsts.set(identity, first)
    return first
  }
}

/** The planned treatment of a record. */
export interface PlannedRecord {
  readonly record: HistoryRecord
  readonly outcome: ImportOutcome
  /** Name of its instrument; null if unknown. */
  readonly name: string | null
  /** Issues by row. */
  readonly issues: RowIssues
  /** The record to append, if it is new. */
  readonly item?: RecordItem
  /** An extension of the due date that continues with the new record. */
  readonly extension?: ContinuedExtension
}

/** Performer of a record whose file names nobody. */
const NOT_STATED = 'not stated'

const check = schemaCheck(AppCalibrationCreate, 'body')
const checkPerformer = schemaCheck(Closed({ performed_by: NameText(255) }), 'body')

/**
 * Plans the treatment of records. Writes nothing. Except in a dry run, it locks the instruments of the records to be
 * appended before checking whether those records exist, so that another import of the same file finds the ones appended
 * by this one.
 */
export async function planHistory(
  planning: HistoryPlanning,
  tx: Transaction,
  records: readonly HistoryRecord[],
): Promise<PlannedRecord[]> {
  const known = await knownInstruments(planning.caller, tx, records)
  const { timeZone } = planning.caller.workspace
  const read = records.map((record) => onceInFile(planning, readRecord(planning, known, record)))
  const reading = read.filter(isEntering)
  const sought = reading.map(({ record, item }) => ({
    instrumentId: item.instrumentId,
    certificateNumber: record.certificateNumber ?? null,
    ...timeOf(record.performed!, timeZone),
  }))
  if (!planning.dryRun) {
    const ids = sought.map(({ instrumentId }) => instrumentId)
    await lockInstruments(tx, ids, planning.caller.siteIds)
  }
  const found = await findSameRecords(tx, sought)
  const same = new Map(reading.map((one, at) => [one, found[at]]))
  return read.map((one) => {
    if (!isEntering(one)) return one
    const recorded = same.get(one)
    if (!recorded) return one
    const { item: _item, extension: _extension, ...rest } = one
    return { ...rest, outcome: 'unchanged', issues: differenceOf(planning, one, recorded.result) }
  })
}

/**
 * Skips a record that the file states twice with different identifiers of its instrument, for example once by serial
 * number.
 */
function onceInFile(planning: HistoryPlanning, one: PlannedRecord): PlannedRecord {
  if (!isEntering(one)) return one
  const { record, item, extension: _extension, ...rest } = one
  const { row } = record.rows[0]!
  const { instrumentId, body } = item
  const identity = JSON.stringify([instrumentId, record.performed, record.certificateNumber])
  const first = planning.firsts.firstOf(body.performed_at, identity, { row, result: body.result ?? null })
  if (first.row === row) return one
  const field = record.assetTag === undefined ? 'serial_number' : 'asset_tag'
  const repeats = say(planning, record, field, because('import.record_repeats', { row: first.row }))
  const differs = say(planning, record, 'result', because('import.rows_disagree', { row: first.row }))
  const issues = (body.result ?? null) === first.result ? [repeats] : [repeats, differs]
  return { ...rest, record, outcome: 'unchanged', issues: new Map([[row, issues]]) }
}

type Entering = PlannedRecord & { readonly item: RecordItem }

function isEntering(one: PlannedRecord): one is Entering {
  return one.item !== undefined
}

/** A day matches any time on it; a timestamp matches only itself. */
function timeOf(performed: string, timeZone: string): { from: string; until: string } {
  if (performed.includes('T')) {
    return { from: performed, until: new Date(Date.parse(performed) + 1).toISOString() }
  }
  return { from: startOfDay(performed, timeZone), until: startOfDay(addDays(performed, 1), timeZone) }
}

function differenceOf(planning: HistoryPlanning, { record, item }: Entering, result: string): RowIssues {
  if (item.body.result === undefined || item.body.result === result) return new Map()
  const [first] = record.rows
  return new Map([
    [first!.row, [say(planning, record, 'result', because('import.record_differs', { result }))]],
  ])
}

function readRecord(
  planning: HistoryPlanning,
  known: KnownInstruments,
  record: HistoryRecord,
): PlannedRecord {
  const { rows, assetTag, serialNumber, performed } = record
  const [first] = rows
  if (first?.leftOut) {
    const issue = issueOf({ row: first.row }, first.leftOut)
    return { record, outcome: 'skip', name: null, issues: onFirst(issue, record) }
  }
  if (performed === undefined) {
    const wrong = rows.filter(({ errors }) => errors.length > 0)
    return failed(record, null, new Map(wrong.map(({ row, errors }) => [row, errors])))
  }
  const instrument = assetTag
    ? known.byTag.get(assetTag.normalize('NFC'))
    : known.bySerial.get(serialNumber!.normalize('NFC'))
  if (!instrument) {
    const field = assetTag ? 'asset_tag' : 'serial_number'
    return failed(
      record,
      null,
      onFirst(say(planning, record, field, because('import.instrument_unknown')), record),
    )
  }
  const { timeZone } = planning.caller.workspace
  const performedAt = instantOf(performed, timeZone)
  const read = historyBody(record, performedAt, instrument.unitOfMeasure, planning.columns)
  if (!('body' in read)) return failed(record, instrument.name, read)
  const standards = standardsOf(known, read, instrument, record)
  if ('unknown' in standards) return failed(record, instrument.name, unknownStandard(standards))
  const due = dueOfRecord(planning, instrument, read, performedAt)
  const body = {
    ...read.body,
    ...standards,
    ...(due.own && { next_due_date: due.own }),
  }
  const { performer } = read
  const ofPerformer = performer === undefined ? [] : checkPerformer({ performed_by: performer })
  const problems = [...check(body), ...ofPerformer]
  if (problems.length > 0) {
    return refusedRecord(planning, record, new ApiError('VALIDATION_ERROR', { problems }), instrument.name)
  }
  const isOwn = body.calibration_type === 'in_house'
  const warnings = [
    ...due.reasons.map((reason) => say(planning, record, 'next_due_date', reason)),
    ...(isOwn && performer === undefined
      ? [say(planning, record, 'performed_by', because('import.performer_missing'))]
      : []),
  ]
  const item = {
    instrumentId: instrument.instrumentId,
    body,
    ...(isOwn && { performerName: performer ?? NOT_STATED }),
  }
  const issues = new Map(warnings.length > 0 ? [[rows[0]!.row, warnings]] : [])
  const { extension } = due
  return { record, outcome: 'create', name: instrument.name, issues, item, ...(extension && { extension }) }
}

/**
 * Returns a record that the ledger refuses: a problem of a point is reported at its row, any other at the first row.
 */
export function refusedRecord(
  { columns }: HistoryPlanning,
  record: HistoryRecord,
  refusal: ApiError,
  name: string | null = null,
): PlannedRecord {
  const { rows } = record
  const issues = new Map<number, ImportIssue[]>()
  const add = (at: number, one: ApiError) => {
    const row = rows[at] ?? rows[0]!
    issues.set(row.row, [
      ...(issues.get(row.row) ?? []),
      ...refusalIssues({ columns }, row, one, fieldsOfMember),
    ])
  }
  const problems = refusal.problems ?? []
  if (problems.length === 0) add(0, adviceOn(refusal) ?? refusal)
  for (const problem of problems) {
    const [, member, at, ...path] = problem.loc
    const ofPoint = member === 'measurements' && typeof at === 'number'
    const loc = ofPoint ? ['body', ...path] : problem.loc
    add(ofPoint ? at : 0, new ApiError(refusal.code, { problems: [{ ...problem, loc }] }))
  }
  return failed(record, name, issues)
}

/** Returns the refusal that says how the history of an instrument is entered that takes no records any more. */
function adviceOn({ code, reason }: ApiError): ApiError | undefined {
  if (code === 'ASSET_RETIRED') return new ApiError(code, { reason: because('import.instrument_retired') })
  if (reason?.key !== 'calibration.instrument_is_reference') return undefined
  return new ApiError(code, { reason: because('import.instrument_reference') })
}

/** Returns the fields from which a member of a body or of a point is taken. */
function fieldsOfMember(member: string): readonly HistoryField[] {
  if (member === 'nominal') return ['nominal_value']
  if (member === 'as_found') return ['as_found_reading']
  if (member === 'as_left') return ['as_left_reading']
  if (member === 'uncertainty') return ['measurement_uncertainty']
  if (member === 'reference_standard_asset_id') return ['reference_standard']
  return [member as HistoryField]
}

function unknownStandard({ row: { row, cells }, unknown: column }: UnknownStandard): RowIssues {
  const issue = issueOf({ row, column, value: cells[column] }, because('import.instrument_unknown'))
  return new Map([[row, [issue]]])
}

/** A record is imported as a whole: its other rows refer to the first one with an error. */
function failed(record: HistoryRecord, name: string | null, issues: RowIssues): PlannedRecord {
  const { rows } = record
  const [wrong] = [...issues.keys()].toSorted((a, b) => a - b)
  const all = rows.map(({ row }) => {
    const follows = issueOf({ row }, because('import.row_of_record', { row: wrong! }))
    return [row, issues.get(row) ?? [follows]] as const
  })
  return { record, outcome: 'error', name, issues: new Map(all) }
}

function onFirst(issue: ImportIssue, { rows }: HistoryRecord): RowIssues {
  return new Map([[rows[0]!.row, [issue]]])
}

/** Returns an issue of the cell in a record's first row that states a field. */
function say(
  { columns }: HistoryPlanning,
  { rows }: HistoryRecord,
  field: HistoryField,
  reason: RefusalReason,
): ImportIssue {
  const { row, texts } = rows[0]!
  const column = columns.find(({ target }) => target === field)?.column
  return issueOf({ row, column, value: texts[field] }, reason)
}
