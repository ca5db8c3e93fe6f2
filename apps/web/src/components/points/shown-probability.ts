/** Significant digits of a ratio. */
const RATIO_DIGITS = 3

/** Returns a test uncertainty ratio rounded to its significant digits. */
export function ratioShown(ratio: number): number {
  return Number(ratio.toPrecision(RATIO_DIGITS))
}

/** Probabilities closer to 0 or 1 than this are shown as a bound. */
const LEAST_SHOWN = 0.0001

/** A probability for display: in percent with two decimals, or the bound that it is beyond. */
export interface ShownProbability {
  readonly bound: 'below' | 'above' | null
  readonly percent: number
}

/** Returns a probability for display. A probability other than 0 or 1 is never shown as 0 or 1. */
export function probabilityShown(probability: number): ShownProbability {
  if (probability > 0 && probability < LEAST_SHOWN) return { bound: 'below', percent: LEAST_SHOWN * 100 }
  if (probability < 1 && probability > 1 - LEAST_SHOWN) {
    return { bound: 'above', percent: (1 - LEAST_SHOWN) * 100 }
  }
  return { bound: null, percent: Math.round(probability * 10_000) / 100 }
}
