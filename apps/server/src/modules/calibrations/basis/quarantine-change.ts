import { type CalibrationResult, isFailing } from '@plumbline/contract'
import { chooseBasis, type BasisCandidate } from '../../compliance/index.ts'
import type { BasisChange, InstrumentRow } from '../../instruments/index.ts'

/**
 * The rule by which a change of the basis bears on the quarantine. Entries of approvals and voids name it, so
 * that a ledger is always replayed by the rule that wrote it; entries from before rule 2 name none.
 */
export type QuarantineRule = 1 | 2

/** The rule of every entry that is written now. */
export const QUARANTINE_RULE: QuarantineRule = 2

/** A record whose result sets or clears a quarantine, which a limited calibration does not. */
export type ConclusiveRecord = BasisCandidate & { readonly result: CalibrationResult }

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
