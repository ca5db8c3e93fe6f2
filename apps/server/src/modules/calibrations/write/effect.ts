import { type CalibrationResult, isFailing } from '@plumbline/contract'
import { chooseBasis, localDate, type BasisCandidate } from '../../compliance/index.ts'
import type { BasisChange, InstrumentRow } from '../../instruments/index.ts'
import type { CalibrationRow } from '../record.ts'

/**
 * The rule by which a change of the basis affects the quarantine. Entries of approvals and voids name it, so that a
 * ledger is always replayed by the rule under which it was written; entries from before rule 2 name none.
 */
export type QuarantineRule = 1 | 2

/** The rule of every entry written now. */
export const QUARANTINE_RULE: QuarantineRule = 2

/** A record whose result sets or clears a quarantine; a limited calibration does neither. */
export type ConclusiveRecord = BasisCandidate & { readonly result: CalibrationResult }

/** A record as seen by the choice of the basis, with the records that it corrects. */
export interface CountingRecord extends BasisCandidate {
  readonly result: CalibrationResult
  readonly performedAt: string
  /** The due date that it states; null if it states none. */
  readonly nextDueDate: string | null
  /** The record and all records that it corrects, directly or indirectly. */
  readonly chainIds: readonly string[]
  /**
   * The latest counting record up to and including this one that is not a limited calibration; null if there is none.
   */
  readonly lastConclusive: ConclusiveRecord | null
}

/** How the counting records changed, as far as it affects the quarantine. */
export interface QuarantineQuestion {
  readonly instrument: Pick<
    InstrumentRow,
    'basisCalibrationId' | 'basisResult' | 'isQuarantined' | 'quarantineCalibrationId'
  >
  /** The new basis. */
  readonly basis: ConclusiveRecord | null
  /** The record that was approved. */
  readonly approved: ConclusiveRecord | undefined
  /** The latest of the previous records, except the one that ends, that is not a limited calibration. */
  readonly lastConclusive: ConclusiveRecord | null
  /** The record that no longer counts. */
  readonly ended: string | null
}

type Quarantine = BasisChange['quarantine']

const byRule: Readonly<Record<QuarantineRule, (question: QuarantineQuestion) => Quarantine>> = {
  1: followApproval,
  2: followBasis,
}

/** Returns how a change of the counting records affects the quarantine of their instrument. */
export function quarantineChange(rule: QuarantineRule, question: QuarantineQuestion): Quarantine {
  return byRule[rule](question)
}

/** Whether a record sets or clears a quarantine when it becomes the basis. */
export function isConclusive({ result }: { readonly result: CalibrationResult }): boolean {
  return result !== 'LIMITED_CALIBRATION'
}

/**
 * Rule 2 (decisions, section 5): a record sets or clears the quarantine whenever it becomes the basis, through its
 * own approval or because the previous basis ended. A quarantine set manually is left to managers.
 */
function followBasis(question: QuarantineQuestion): Quarantine {
  const { instrument, basis, ended } = question
  if (instrument.isQuarantined && instrument.quarantineCalibrationId === null) return 'keep'
  const unlessConcluded = causeEnds(question) ? 'lift' : 'keep'
  if (basis === null || basis.id === instrument.basisCalibrationId) return unlessConcluded
  if (isConclusive(basis)) return concludedBy(basis)
  // A limited calibration alone changes nothing. If it replaces a basis that set or cleared the quarantine and has
  // ended, the previous state returns: a failure does not disappear with a mistaken pass.
  const restores = ended !== null && ended === instrument.basisCalibrationId
  if (!restores || instrument.basisResult === 'LIMITED_CALIBRATION') return unlessConcluded
  const { approved, lastConclusive } = question
  const conclusive = [lastConclusive, approved && isConclusive(approved) ? approved : null]
  const last = chooseBasis(conclusive.filter((each) => each !== null))
  return last ? concludedBy(last) : unlessConcluded
}

/** Rule 1: a record sets or clears the quarantine only if it becomes the basis through its own approval. */
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

/** A change to the records of an instrument. */
export interface CountingChange {
  /** The previous record that counts, excluding the one that ends. */
  readonly remaining: CountingRecord | undefined
  /** The record that was approved. */
  readonly approved?: Omit<CountingRecord, 'lastConclusive'>
  /** The record that no longer counts because it was voided or superseded. */
  readonly ended?: string | null
}

/** The previous state of the instrument, as far as the change depends on it. */
export type InstrumentBefore = Pick<
  InstrumentRow,
  'basisCalibrationId' | 'basisResult' | 'isQuarantined' | 'quarantineCalibrationId' | 'sentOutOn'
>

/**
 * Returns what a decided, corrected or voided record means for its instrument (decisions, sections 5 and 6): which
 * record is the basis, and how that affects quarantine and sending out. Only a record that becomes the basis through
 * its own approval ends a sending out; an instrument does not come back because another record is voided.
 * @param timeZone the workspace's
 * @param rule the one in force when the change was made
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

/** Returns an approved record as seen by the choice of the basis. */
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
