/** A calibration record as far as the choice of the basis looks at it. */
export interface BasisCandidate {
  readonly id: string
  readonly result: string
  /** A Date, or a timestamp ending in `Z`. */
  readonly performedAt: Date | string
  /** Its place in the workspace's ledger. */
  readonly ledgerIndex: number
  /** The place of the first record of its chain of corrections: its own when it corrects none. */
  readonly chainFirstLedgerIndex: number
  readonly approved: boolean
  /** The approved correction that took its place, null while there is none. */
  readonly supersededById: string | null
  readonly voided: boolean
}

/**
 * The record that due date and compliance follow from: of those that are approved and neither superseded
 * nor voided the last by time of performance. Among equals the chain that was begun later wins, so that
 * correcting a record never changes its place. Null when none counts.
 * Source: decisions, "Due dates and compliance".
 */
export function chooseBasis<Candidate extends BasisCandidate>(
  records: readonly Candidate[],
): Candidate | null {
  const counting = records.filter((each) => each.approved && each.supersededById === null && !each.voided)
  return counting.toSorted(byPlace).at(-1) ?? null
}

function byPlace(a: BasisCandidate, b: BasisCandidate): number {
  return (
    milliseconds(a.performedAt) - milliseconds(b.performedAt) ||
    a.chainFirstLedgerIndex - b.chainFirstLedgerIndex ||
    a.ledgerIndex - b.ledgerIndex
  )
}

function milliseconds(at: Date | string): number {
  return new Date(at).getTime()
}
