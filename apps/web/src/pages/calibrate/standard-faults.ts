import type { StandardAtUse, StandardCondition } from '@plumbline/contract'

/** What speaks against a standard at the time of its use. */
export type StandardFault =
  | 'failure_pending'
  | Exclude<StandardCondition, 'valid'>
  | 'circle'
  | 'no_certificate'

/** What is known of a standard at the time of its use. */
export interface StandardFacts {
  /** Null while it is unknown. */
  readonly condition: StandardCondition | null
  /** Whether a failure of it is pending approval, of which its condition says nothing yet. */
  readonly failurePending: boolean
  /** Whether it was itself calibrated with the instrument. */
  readonly isCircle: boolean
  readonly lacksCertificate: boolean
}

/** What speaks against a standard, the gravest first. One that was never calibrated has no certificate either. */
export function standardFaults(facts: StandardFacts): readonly StandardFault[] {
  const { condition, failurePending, isCircle, lacksCertificate } = facts
  return [
    ...(failurePending && condition !== 'failed' ? (['failure_pending'] as const) : []),
    ...(condition === null || condition === 'valid' ? [] : [condition]),
    ...(isCircle ? (['circle'] as const) : []),
    ...(lacksCertificate && condition !== 'never_calibrated' ? (['no_certificate'] as const) : []),
  ]
}

/** The facts of a standard of the register. */
export function factsOf(atUse: StandardAtUse): StandardFacts {
  return {
    condition: atUse.condition,
    failurePending: atUse.failure_pending,
    isCircle: atUse.calibrated_with_instrument,
    lacksCertificate: atUse.certificate_number === null,
  }
}

/**
 * The place of a standard among those that are offered, the least first: without a fault, without a certificate number
 * alone, not known, with another fault; and within each those whose name matches before others.
 * @param faults undefined while nothing is known of the standard
 */
export function rankOf(faults: readonly StandardFault[] | undefined, isMatch: boolean): number {
  return 2 * graveness(faults) + (isMatch ? 0 : 1)
}

function graveness(faults: readonly StandardFault[] | undefined): number {
  if (faults === undefined) return 2
  if (faults.some((fault) => fault !== 'no_certificate')) return 3
  return faults.length
}
