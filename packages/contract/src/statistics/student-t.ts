import { bisect, incompleteBeta } from './incomplete-beta.ts'
import { normalInterval } from './normal.ts'

/** With at least this many degrees of freedom, the distribution equals the normal one to 7 digits. */
const NORMAL_FROM = 10_000_000

/** With at least this many degrees of freedom, the quantile is computed from the normal one, which is fast. */
const SERIES_FROM = 1000

/**
 * Returns Student's quantile by its series in 1/ν from the normal one (Abramowitz and Stegun, 26.7.5): 10 digits from
 * SERIES_FROM on.
 */
function nearNormal(z: number, degreesOfFreedom: number): number {
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / degreesOfFreedom + second / degreesOfFreedom ** 2 + third / degreesOfFreedom ** 3
}

/**
 * Returns the t for which a value of Student's distribution is between −t and t with a probability: 2.92 for 99 % with
 * 16 degrees of freedom (JCGM 100, table G.2).
 * @param probability above 0 and below 1
 * @param degreesOfFreedom at least 1; null for infinitely many, which is the normal distribution
 */
export function coverageQuantile(probability: number, degreesOfFreedom: number | null): number {
  const key = `${probability} ${degreesOfFreedom}`
  const known = quantiles.get(key)
  if (known !== undefined) return known
  if (quantiles.size >= QUANTILES_MAX) quantiles.clear()
  const quantile = findQuantile(probability, degreesOfFreedom)
  quantiles.set(key, quantile)
  return quantile
}

/**
 * A cache of quantiles: the points of a record share a few, and computing one takes longer than the rest of a point.
 */
const quantiles = new Map<string, number>()
const QUANTILES_MAX = 1000

function findQuantile(probability: number, degreesOfFreedom: number | null): number {
  if (degreesOfFreedom !== null && degreesOfFreedom > SERIES_FROM) {
    return nearNormal(coverageQuantile(probability, null), degreesOfFreedom)
  }
  const tail = 1 - probability
  const isShort = (t: number) => tailsBeyond(t, degreesOfFreedom) > tail
  let high = 2
  while (isShort(high)) high *= 2
  return bisect(isShort, 0, high)
}

/**
 * Returns the probability that a value of Student's distribution is between `a` and `b`, each of which may be infinite;
 * `a` is at most `b`.
 * @param degreesOfFreedom at least 1; null for infinitely many, which is the normal distribution
 */
export function studentInterval(a: number, b: number, degreesOfFreedom: number | null): number {
  const above = (t: number) => (t === Infinity ? 0 : tailsBeyond(t, degreesOfFreedom) / 2)
  if (a > 0) return above(a) - above(b)
  if (b < 0) return above(-b) - above(-a)
  return 1 - above(-a) - above(b)
}

/** Returns the probability that a value is outside −t to t. */
function tailsBeyond(t: number, degreesOfFreedom: number | null): number {
  if (degreesOfFreedom === null || degreesOfFreedom >= NORMAL_FROM) return 2 * normalInterval(t, Infinity)
  return incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5)
}
