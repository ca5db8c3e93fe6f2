/** Digits of a ratio that say something. */
const RATIO_DIGITS = 3

/** A test uncertainty ratio with as many digits as say something. */
export function ratioShown(ratio: number): number {
  return Number(ratio.toPrecision(RATIO_DIGITS))
}

/** Beyond which a probability is shown as a bound, and not as none or certainty. */
const LEAST_SHOWN = 0.0001

/** A probability as it is shown: in percent to a hundredth, or beyond which percent it is. */
export interface ShownProbability {
  readonly bound: 'below' | 'above' | null
  readonly percent: number
}

/** What is neither 0 nor 1 is never shown as such. */
export function probabilityShown(probability: number): ShownProbability {
  if (probability > 0 && probability < LEAST_SHOWN) return { bound: 'below', percent: LEAST_SHOWN * 100 }
  if (probability < 1 && probability > 1 - LEAST_SHOWN) {
    return { bound: 'above', percent: (1 - LEAST_SHOWN) * 100 }
  }
  return { bound: null, percent: Math.round(probability * 10_000) / 100 }
}
