/** Intervals of one length that ended, and what was found. */
interface Ended {
  readonly inTolerance: boolean
  readonly length: number
  /** How many they are; one unless it is given. */
  readonly count?: number
}

/** Halvings that bring the rate to the last digits of a double. */
const HALVINGS = 200

/**
 * The failure rate λ under which what was found is most likely, when an instrument is in tolerance after a time t with
 * the probability exp(−λt) (NCSLI RP-1, method S1): 0 where nothing failed, Infinity where everything did.
 */
export function likelyFailureRate(events: readonly Ended[]): number {
  const failed = events.filter(({ inTolerance }) => !inTolerance)
  if (failed.length === 0) return 0
  if (failed.length === events.length) return Infinity
  const survived = events
    .filter(({ inTolerance }) => inTolerance)
    .reduce((sum, { length, count = 1 }) => sum + length * count, 0)
  // The slope of the log-likelihood falls from above 0 to below it.
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
