import { type CalibrationResult, isFailing } from '@plumbline/contract'
import { chooseBasis, localDate, type BasisCandidate } from '../../compliance/index.ts'
import type { BasisChange, InstrumentRow } from '../../instruments/index.ts'
import type { CalibrationRow } from '../record.ts'

/**
 * The rule by which a change of the basis bears on the quarantine. Entries of approvals and voids name it, so
 * that a ledger is always replayed by the rule that wrote it; entries from before rule 2 name none.
 */
export type QuarantineRule = 1 | 2

/** The rule of every entry that is written now. */
export const QUARANTINE_RULE: QuarantineRule = 2

/** A record whose result sets or clears a quarantine, which a limited calibration does not. */
export type ConclusiveRecord = BasisCandidate & { readonly result: CalibrationResult }

/** A record as the choice of the basis looks at it, with the records that it corrects. */
export interface CountingRecord extends BasisCandidate {
  readonly result: CalibrationResult
  readonly performedAt: string
  /** The due date that it states itself; null where it states none. */
  readonly nextDueDate: string | null
  /** The record and every one that it corrects, however far back. */
  readonly chainIds: readonly string[]
  /** The last counting record up to this one that is no limited calibration, itself included; null without. */
  readonly lastConclusive: ConclusiveRecord | null
}

/** How the records that count changed, as far as the quarantine depends on it. */
export interface QuarantineQuestion {
  readonly instrument: Pick<
    InstrumentRow,
    'basisCalibrationId' | 'basisResult' | 'isQuarantined' | 'quarantineCalibrationId'
  >
  /** The basis from now on. */
  readonly basis: ConclusiveRecord | null
  /** The record that was approved. */
  readonly approved: ConclusiveRecord | undefined
  /** The last record among those from before, the one that ends left out, that is no limited calibration. */
  readonly lastConclusive: ConclusiveRecord | null
  /** The record that counts no more. */
  readonly ended: string | null
}

type Quarantine = BasisChange['quarantine']

const byRule: Readonly<Record<QuarantineRule, (question: QuarantineQuestion) => Quarantine>> = {
  1: followApproval,
  2: followBasis,
}

/** What a change of the records that count does to the quarantine of their instrument. */
export function quarantineChange(rule: QuarantineRule, question: QuarantineQuestion): Quarantine {
  return byRule[rule](question)
}

/** Whether a record sets or clears a quarantine when it becomes the basis. */
export function isConclusive({ result }: { readonly result: CalibrationResult }): boolean {
  return result !== 'LIMITED_CALIBRATION'
}

/**
 * Rule 2 (decisions, section 5): a record sets or clears the quarantine whenever it becomes the basis, by its
 * own approval or because the one before it ended. What a manager set by hand is left to managers.
 */
function followBasis(question: QuarantineQuestion): Quarantine {
  const { instrument, basis, ended } = question
  if (instrument.isQuarantined && instrument.quarantineCalibrationId === null) return 'keep'
  const unlessConcluded = causeEnds(question) ? 'lift' : 'keep'
  if (basis === null || basis.id === instrument.basisCalibrationId) return unlessConcluded
  if (isConclusive(basis)) return concludedBy(basis)
  // A limited calibration on its own changes nothing. One that takes the place of a basis that set or cleared
  // the quarantine, and ended, brings back what held before: a failure does not go away with a mistaken pass.
  const restores = ended !== null && ended === instrument.basisCalibrationId
  if (!restores || instrument.basisResult === 'LIMITED_CALIBRATION') return unlessConcluded
  const { approved, lastConclusive } = question
  const conclusive = [lastConclusive, approved && isConclusive(approved) ? approved : null]
  const last = chooseBasis(conclusive.filter((each) => each !== null))
  return last ? concludedBy(last) : unlessConcluded
}

/** Rule 1: only a record that becomes the basis by its own approval sets or clears the quarantine. */
function followApproval(question: QuarantineQuestion): Quarantine {
  const { basis, approved } = question
  const becomesBasis = approved !== undefined && basis?.id === approved.id
  if (becomesBasis && isConclusive(approved)) return concludedBy(approved)
  return causeEnds(question) ? 'lift' : 'keep'
}

function causeEnds({ instrument, ended }: QuarantineQuestion): boolean {
  return ended !== null && instrument.quarantineCalibrationId === ended
}

function concludedBy({ id, result }: ConclusiveRecord): Quarantine {
  return isFailing(result) ? { causedBy: id } : 'lift'
}

/** What happened to the records of an instrument. */
export interface CountingChange {
  /** The record that counts among those from before, the one that ends left out. */
  readonly remaining: CountingRecord | undefined
  /** The record that was approved. */
  readonly approved?: Omit<CountingRecord, 'lastConclusive'>
  /** The record that counts no more, as it was voided or superseded. */
  readonly ended?: string | null
}

/** What the change depends on of the instrument as it was before. */
export type InstrumentBefore = Pick<
  InstrumentRow,
  'basisCalibrationId' | 'basisResult' | 'isQuarantined' | 'quarantineCalibrationId' | 'sentOutOn'
>

/**
 * What a decided, corrected or voided record means for its instrument (decisions, sections 5 and 6): which
 * record is the basis, and what that does to quarantine and sending out. Only a record that becomes the basis
 * by its approval ends a sending out: nothing comes back because another record is voided.
 * @param timeZone the workspace's
 * @param rule the one that held when the change was made
 */
export function basisChange(
  instrument: InstrumentBefore,
  timeZone: string,
  { remaining, approved, ended = null }: CountingChange,
  rule: QuarantineRule = QUARANTINE_RULE,
): BasisChange {
  const basis = chooseBasis([remaining, approved].filter((each) => each !== undefined))
  const lastConclusive = remaining?.lastConclusive ?? null
  return {
    basis: basis && {
      calibrationId: basis.id,
      performedAt: basis.performedAt,
      result: basis.result,
      nextDueDate: basis.nextDueDate,
      chainIds: basis.chainIds,
    },
    quarantine: quarantineChange(rule, { instrument, basis, approved, lastConclusive, ended }),
    returnsFromSending:
      approved !== undefined &&
      basis === approved &&
      instrument.sentOutOn !== null &&
      localDate(approved.performedAt, timeZone) >= instrument.sentOutOn,
  }
}

/** An approved record as the choice of the basis looks at it. */
export function countingRecord(
  row: CalibrationRow,
  chainIds: readonly string[],
): Omit<CountingRecord, 'lastConclusive'> {
  return {
    id: row.calibrationId,
    result: row.result,
    performedAt: row.performedAt,
    nextDueDate: row.nextDueDate,
    ledgerIndex: row.ledgerIndex,
    chainFirstLedgerIndex: row.chainFirstLedgerIndex,
    approved: true,
    supersededById: null,
    voided: false,
    chainIds,
  }
}
