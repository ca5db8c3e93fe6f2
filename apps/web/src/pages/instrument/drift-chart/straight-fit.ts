/** A point of a fit. */
export interface FitPoint {
  x: number
  y: number
}

/** A straight line through points, with its prediction interval. */
export interface StraightFit {
  at: (x: number) => number
  /** Half width of the 95 % prediction interval at x. */
  halfWidth: (x: number) => number
}

/** Minimum number of points: fewer lie on a line by chance. */
export const FIT_POINTS_MIN = 3

/** Two-sided 95 % quantiles of Student's t by degrees of freedom; beyond the list, the normal quantile is close. */
const T_95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]
const NORMAL_95 = 1.96

/** Returns the least-squares line through at least three points with different x; otherwise null. */
export function straightFit(points: readonly FitPoint[]): StraightFit | null {
  const n = points.length
  if (n < FIT_POINTS_MIN) return null
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const spreadX = total(points.map(({ x }) => (x - meanX) ** 2))
  if (spreadX === 0) return null
  const slope = total(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spreadX
  const at = (x: number) => meanY + slope * (x - meanX)
  const scatter = Math.sqrt(total(points.map(({ x, y }) => (y - at(x)) ** 2)) / (n - 2))
  const t = T_95[n - 3] ?? NORMAL_95
  return { at, halfWidth: (x) => t * scatter * Math.sqrt(1 + 1 / n + (x - meanX) ** 2 / spreadX) }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function mean(values: readonly number[]): number {
  return total(values) / values.length
}
