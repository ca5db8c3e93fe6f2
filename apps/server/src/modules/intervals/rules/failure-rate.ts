/** Completed intervals of one length, and what was found at their end. */
interface Ended {
  readonly inTolerance: boolean
  readonly length: number
  /** Number of intervals; defaults to 1. */
  readonly count?: number
}

/** Number of bisections that determine the rate to the last digits of a double. */
const HALVINGS = 200

/**
 * Returns the failure rate λ under which the findings are most likely if an instrument is in tolerance after a time t
 * with probability exp(−λt) (NCSLI RP-1, method S1): 0 if nothing failed, Infinity if everything did.
 */
export function likelyFailureRate(events: readonly Ended[]): number {
  const failed = events.filter(({ inTolerance }) => !inTolerance)
  if (failed.length === 0) return 0
  if (failed.length === events.length) return Infinity
  const survived = events
    .filter(({ inTolerance }) => inTolerance)
    .reduce((sum, { length, count = 1 }) => sum + length * count, 0)
  // The slope of the log-likelihood decreases from above 0 to below it.
  const isRising = (rate: number) =>
    failed.reduce((sum, { length, count = 1 }) => sum + (count * length) / Math.expm1(rate * length), 0) >
    survived
  let [low, high] = [0, 1 / survived]
  while (isRising(high)) [low, high] = [high, high * 2]
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2
    if (isRising(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}
