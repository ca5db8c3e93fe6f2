/** A calibration record as seen by the choice of the basis. */
export interface BasisCandidate {
  readonly id: string
  readonly result: string
  /** A Date, or a timestamp ending in `Z`. */
  readonly performedAt: Date | string
  /** Its index in the workspace's ledger. */
  readonly ledgerIndex: number
  /** The index of the first record of its chain of corrections; its own if it is not a correction. */
  readonly chainFirstLedgerIndex: number
  readonly approved: boolean
  /** The approved correction that replaced it; null if there is none. */
  readonly supersededById: string | null
  readonly voided: boolean
}

/**
 * Returns the record that determines due date and compliance: of those that are approved and neither superseded nor
 * voided, the last performed. If times are equal, the chain that was started later wins, so correcting a record never
 * changes its place. Null if none counts. Source: decisions, "Due dates and compliance".
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
