/** A change that no test can notice, since it changes nothing that can be observed. */
export interface EquivalentMutant {
  /** From the root of the checkout. */
  readonly file: string
  /** The line in which the change begins, without the space around it. */
  readonly line: string
  /** The same line with the change. */
  readonly changed: string
  readonly reason: string
}

/** What survives for a reason. It is found by its text, so that it stays known when lines move. */
export const equivalentMutants: readonly EquivalentMutant[] = []
