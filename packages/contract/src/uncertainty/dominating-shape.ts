import type { ResultDistribution } from '../public/uncertainty.ts'
import type { BudgetNumbers } from './read-budget.ts'

/** The shape of a budget's result if its rectangular contributors dominate. */
export interface DominatingShape {
  readonly distribution: Extract<ResultDistribution, 'rectangular' | 'trapezoidal'>
  /** Edge of the trapezoid, from 0 for a triangle to 1 for a rectangle. */
  readonly edge: number
}

/**
 * Other contributors are negligible if their root sum of squares is at most this fraction of the dominating ones
 * (EA-4/02 M:2022, S9.14, S10.13).
 */
const OTHERS_MAX = 0.3

/** Half the width of a rectangular distribution divided by its standard uncertainty (JCGM 100, 4.3.7). */
const HALF_WIDTH = Math.sqrt(3)

/**
 * Returns the shape of the result if one rectangular contributor, or two of them together, dominate all others; null if
 * it is a normal or Student's distribution by the central limit theorem. Source: EA-4/02 M:2022, S9 to S11.
 */
export function shapeOf(
  { contributors, correlations }: BudgetNumbers,
  combined: number,
): DominatingShape | null {
  if (combined === 0 || correlations.some(({ coefficient }) => coefficient !== 0)) return null
  const parts = contributors
    .map(({ distribution, sensitivity, standardUncertainty }) => ({
      isRectangular: distribution === 'rectangular',
      size: Math.abs(sensitivity) * standardUncertainty,
    }))
    .toSorted((one, other) => other.size - one.size)
  const [first, second] = parts
  const rest = (from: number) => Math.hypot(...parts.slice(from).map(({ size }) => size))
  if (!first?.isRectangular) return null
  if (rest(1) <= OTHERS_MAX * first.size) return { distribution: 'rectangular', edge: 1 }
  if (!second?.isRectangular) return null
  if (rest(2) > OTHERS_MAX * Math.hypot(first.size, second.size)) return null
  return { distribution: 'trapezoidal', edge: (first.size - second.size) / (first.size + second.size) }
}

/**
 * Returns the coverage factor of a symmetric trapezoid (EA-4/02 M:2022, S10.14); a rectangle is a trapezoid without
 * slopes.
 * @param coverage probability, at least 0.5
 */
export function shapeFactor({ edge }: DominatingShape, coverage: number): number {
  if (edge === 1) return coverage * HALF_WIDTH
  const deviation = Math.sqrt((1 + edge ** 2) / 6)
  const onSlope = 1 - Math.sqrt((1 - coverage) * (1 - edge ** 2))
  // Within the flat top the density is constant.
  const onTop = (coverage * (1 + edge)) / 2
  return (onTop <= edge ? onTop : onSlope) / deviation
}
