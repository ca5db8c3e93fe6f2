/** From here on, the continued fraction of the error function is used instead of its series. */
const SERIES_END = 3

/** Number of terms of the continued fraction from SERIES_END on, for the full precision of a double. */
const FRACTION_PARTS = 60

/**
 * Returns Φ(z), the probability that a standard normal value is at most z. Absolute error below 1e-15, and the tail
 * below 0 is exact to about 9 significant digits.
 */
export function normalProbability(z: number): number {
  const tail = upperTail(Math.abs(z))
  return z > 0 ? 1 - tail : tail
}

/**
 * Returns the probability that a standard normal value is between `a` and `b`, precise in both tails; `a` is at most
 * `b`.
 */
export function normalInterval(a: number, b: number): number {
  if (a > 0) return upperTail(a) - upperTail(b)
  if (b < 0) return upperTail(-b) - upperTail(-a)
  return 1 - upperTail(-a) - upperTail(b)
}

/** Returns 1 − Φ(z) for z ≥ 0. */
function upperTail(z: number): number {
  const x = z / Math.SQRT2
  return x < SERIES_END ? (1 - errorBySeries(x)) / 2 : complementByFraction(x) / 2
}

/** Returns erf by its series without alternating signs (NIST DLMF 7.6.2). */
function errorBySeries(x: number): number {
  let term = x
  let total = x
  for (let odd = 3; total + term > total; odd += 2) {
    term *= (2 * x * x) / odd
    total += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total
}

/** Returns erfc by its continued fraction (NIST DLMF 7.9.1), from the last term. */
function complementByFraction(x: number): number {
  let fraction = 0
  for (let part = FRACTION_PARTS; part > 0; part--) fraction = part / 2 / (x + fraction)
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction)
}
