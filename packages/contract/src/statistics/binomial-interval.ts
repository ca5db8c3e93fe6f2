import { betaQuantile } from './incomplete-beta.ts'

/** The least and the greatest share that observed events are compatible with. */
export interface BinomialInterval {
  readonly lower: number
  readonly upper: number
}

/**
 * The two-sided Clopper–Pearson interval of a share of which `successes` of `trials` were observed: it holds the true
 * share with at least the confidence.
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
