/** Lanczos approximation of the gamma function, g = 7 with nine terms: 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
const LANCZOS_G = 7

/**
 * Maximum number of terms of the continued fraction until a double no longer changes, with a margin for large
 * parameters.
 */
const PARTS_MAX = 10_000

/**
 * Returns the regularized incomplete beta function I_x(a, b) for `a` and `b` above 0 and `x` from 0 to 1, to about 12
 * digits. Source: NIST DLMF 8.17.22, by Lentz's method.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  // The fraction converges fast below the mean, and the function is symmetric.
  return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)
}

function byFraction(x: number, a: number, b: number): number {
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return (front * continuedFraction(x, a, b)) / a
}

/** Returns the x for which I_x(a, b) is `probability`, to the last digits of a double. */
export function betaQuantile(probability: number, a: number, b: number): number {
  return bisect((x) => incompleteBeta(x, a, b) < probability, 0, 1)
}

/** Returns the point between `low` and `high` up to which `isBelow` is true, to the last digits of a double. */
export function bisect(isBelow: (x: number) => boolean, low: number, high: number): number {
  let [from, to] = [low, high]
  for (;;) {
    const middle = (from + to) / 2
    if (middle <= from || middle >= to) return middle
    if (isBelow(middle)) from = middle
    else to = middle
  }
}

/** Returns ln Γ(z) for z above 0. */
function logGamma(z: number): number {
  const shifted = z - 1
  const base = shifted + LANCZOS_G + 0.5
  const series = LANCZOS.reduce(
    (sum, term, index) => sum + (index === 0 ? term : term / (shifted + index)),
    0,
  )
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series)
}

/** Requires an `x` of at most (a + 1) / (a + b + 2): every term that it divides by is above 0 then. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= PARTS_MAX; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return fraction
}
