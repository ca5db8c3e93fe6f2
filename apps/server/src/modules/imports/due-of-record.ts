import { because, isFailing, type ImportOptions, type RefusalReason } from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { dueDate, localDate } from '../compliance/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import type { HistoryBody } from './rules/history-record.ts'
import { statedAgainst } from './rounded-due-date.ts'

interface Planning {
  readonly caller: Caller
  readonly options: Pick<ImportOptions, 'due'>
}

interface RecordDue {
  /** YYYY-MM-DD. */
  readonly own?: string
  /** The extension of the due date that the register has for the same day, if it continues with the record. */
  readonly extension?: ContinuedExtension
  readonly reasons: readonly RefusalReason[]
}

/** An extension of the due date on the calibration of a day; both as YYYY-MM-DD. */
export interface ContinuedExtension {
  readonly until: string
  readonly day: string
}

/**
 * Returns the due date that the record itself states, if possible. What the register states of the due date for the same
 * day is kept unless the file states otherwise, an earlier date as well as an extension: registers are imported first, and
 * the certificate of their last calibration follows with the history.
 */
export function dueOfRecord(
  { caller, options }: Planning,
  instrument: InstrumentRow,
  { body, due: stated }: HistoryBody,
  performedAt: string,
): RecordDue {
  const { calibrationIntervalValue: value, calibrationIntervalUnit: unit } = instrument
  if (value === null) return { reasons: [] }
  const { timeZone } = caller.workspace
  const day = localDate(performedAt, timeZone)
  const computed = dueDate({ performedAt, timeZone, interval: { value, unit } })
  const { basisPerformedAt, extensionHolds, extensionUntil } = instrument
  const isOfBasis = basisPerformedAt !== null && localDate(basisPerformedAt, timeZone) === day
  const until = isOfBasis && extensionHolds ? extensionUntil : null
  const follows = options.due !== 'computed'
  const { own, reasons } = follows
    ? ownDue({ stated, ofBasis: isOfBasis ? instrument.basisNextDueDate : null, until }, { day, computed })
    : { reasons: [] }
  if (until === null) return { ...(own && { own }), reasons }
  const continues = follows && !isFailing(body.result) && until > (own ?? computed)
  const ofExtension = because(continues ? 'import.extension_kept' : 'import.extension_ends', { until })
  return {
    ...(own && { own }),
    ...(continues && { extension: { until, day } }),
    reasons: [ofExtension, ...reasons],
  }
}

/** Due dates for the day of a record: that of its row, that of the register, and that of an extension. */
interface Stated {
  readonly stated: string | undefined
  readonly ofBasis: string | null
  readonly until: string | null
}

function ownDue(
  { stated, ofBasis, until }: Stated,
  { day, computed }: { day: string; computed: string },
): Pick<RecordDue, 'own' | 'reasons'> {
  if (stated === undefined) {
    if (ofBasis === null || ofBasis <= day || ofBasis >= computed) return { reasons: [] }
    return { own: ofBasis, reasons: [because('import.due_of_register', { due: ofBasis })] }
  }
  if (stated === until || statedAgainst(stated, computed) === 'same') return { reasons: [] }
  if (stated > day && stated < computed) return { own: stated, reasons: [] }
  return { reasons: [because('import.due_not_of_record', { due: stated })] }
}
