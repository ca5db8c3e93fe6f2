import { betaQuantile } from './incomplete-beta.ts'

/** The smallest and the largest proportion compatible with the observed events. */
export interface BinomialInterval {
  readonly lower: number
  readonly upper: number
}

/**
 * Returns the two-sided Clopper–Pearson interval for `successes` in `trials`: it contains the true proportion with at
 * least the given confidence.
 * @param trials at least 1
 * @param confidence above 0 and below 1
 */
export function clopperPearson(successes: number, trials: number, confidence: number): BinomialInterval {
  const tail = (1 - confidence) / 2
  const failures = trials - successes
  return {
    lower: successes === 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    upper: failures === 0 ? 1 : betaQuantile(1 - tail, successes + 1, failures),
  }
}
