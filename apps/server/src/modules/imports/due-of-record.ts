import { because, type ImportOptions, type RefusalReason } from '@plumbline/contract'
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
  readonly reasons: readonly RefusalReason[]
}

/**
 * Returns the due date that the record itself states, if possible. If the file states none, a due date that the
 * register states for the same day is kept: registers are imported first, and the certificate of their last calibration
 * follows with the history.
 */
export function dueOfRecord(
  { caller, options }: Planning,
  instrument: InstrumentRow,
  { due }: HistoryBody,
  performedAt: string,
): RecordDue {
  const { calibrationIntervalValue: value, calibrationIntervalUnit: unit } = instrument
  if (options.due === 'computed' || value === null) return { reasons: [] }
  const { timeZone } = caller.workspace
  const day = localDate(performedAt, timeZone)
  const computed = dueDate({ performedAt, timeZone, interval: { value, unit } })
  const { basisPerformedAt, basisNextDueDate, extensionHolds, extensionUntil } = instrument
  const isOfBasis = basisPerformedAt !== null && localDate(basisPerformedAt, timeZone) === day
  const reasons =
    isOfBasis && extensionHolds && extensionUntil !== null
      ? [because('import.extension_ends', { until: extensionUntil })]
      : []
  if (due === undefined) {
    const dueOfBasis = isOfBasis ? basisNextDueDate : null
    if (dueOfBasis === null || dueOfBasis <= day || dueOfBasis >= computed) return { reasons }
    return { own: dueOfBasis, reasons: [...reasons, because('import.due_of_register', { due: dueOfBasis })] }
  }
  if (statedAgainst(due, computed) === 'same') return { reasons }
  const isOwn = due > day && due < computed
  return isOwn
    ? { own: due, reasons }
    : { reasons: [...reasons, because('import.due_not_of_record', { due })] }
}
