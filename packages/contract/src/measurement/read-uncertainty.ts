import type { MeasurementUncertainty } from '../public/point-values.ts'
import { shifted, type Decimal } from '../tolerance/decimal.ts'
import { isBlank, normaliseText } from '../tolerance/normalise-text.ts'
import type { IssuePath, Issues } from './issue.ts'
import { exponentTo, notNegative, optional, positive } from './read-members.ts'

/** An expanded uncertainty as stated: in the unit of the point, or a share of the reference value. */
export interface StatedUncertainty {
  readonly expanded: Decimal
  /** Whether `expanded` is a share of the reference value; 0.01 for a percent. */
  readonly isShare: boolean
  readonly coverageFactor: Decimal
  /** Coverage probability in percent; null if none is stated. */
  readonly coverage: number | null
  /** Null for infinitely many. */
  readonly degreesOfFreedom: number | null
}

const PARTS_PER_MILLION = -6
const PERCENT = -2

/**
 * Returns U in the unit of the point. A budget is computed beforehand (`evaluateFollowed`); for one that was not, U is
 * unknown.
 */
export function readUncertainty(
  stated: MeasurementUncertainty,
  path: IssuePath,
  unit: string | null,
  issues: Issues,
): StatedUncertainty | null {
  const { budget_id: budgetId, expanded: absolute, relative_percent: relative } = stated
  if (budgetId && (absolute ?? relative ?? stated.coverage_factor ?? null) !== null) {
    issues.add(path, 'field.budget_or_values')
    return null
  }
  if (budgetId) return null
  const isRelative = !isBlank(relative)
  if (isRelative && !isBlank(absolute)) issues.add(path, 'field.expanded_or_relative')
  const member = isRelative ? 'relative_percent' : 'expanded'
  const value = notNegative(stated[member], [...path, member], issues)
  const coverageFactor = positive(stated.coverage_factor, [...path, 'coverage_factor'], issues)
  if (isBlank(stated[member])) issues.add([...path, member], 'field.missing')
  if (isBlank(stated.coverage_factor)) issues.add([...path, 'coverage_factor'], 'field.missing')
  const isParts = !isRelative && isPpm(stated.unit) && !isPpm(unit)
  const exponent = isParts ? 0 : exponentTo(stated.unit, unit, [...path, 'unit'], issues)
  const coverage = readCoverage(stated, path, issues)
  const degreesOfFreedom = readDegrees(stated.degrees_of_freedom, [...path, 'degrees_of_freedom'], issues)
  if (value === null || coverageFactor === null) return null
  const shift = isParts ? PARTS_PER_MILLION : isRelative ? PERCENT : exponent
  return {
    expanded: shifted(value, shift),
    isShare: isParts || isRelative,
    coverageFactor,
    coverage,
    degreesOfFreedom,
  }
}

/** Whether an uncertainty is stated in parts per million of the reference value. */
export function isPpm(unit: string | null | undefined): boolean {
  return normaliseText(unit ?? '') === 'ppm'
}

/** A percentage, as in `coverage_probability`, or at the beginning of a confidence level in words. */
const PERCENT_IN_WORDS =
  /^\s*(?:about |approx\. |approximately |ca\. |rund )?(\d{1,2}(?:[.,]\d{1,30})?)\s*%\s*$/i

/** Returns the coverage probability in percent stated in words: 95 for `approx. 95 %`; null for other texts. */
export function coverageInWords(words: string | null | undefined): number | null {
  const [, percent] = PERCENT_IN_WORDS.exec(words ?? '') ?? []
  return percent === undefined ? null : Number(percent.replace(',', '.'))
}

function readCoverage(
  { coverage_probability: stated, confidence_level: words }: MeasurementUncertainty,
  path: IssuePath,
  issues: Issues,
): number | null {
  if (isBlank(stated)) {
    return coverageInWords(words)
  }
  const value = optional(stated, [...path, 'coverage_probability'], issues)
  const percent = Number(stated)
  if (value !== null && (percent <= 0 || percent >= 100)) {
    issues.add([...path, 'coverage_probability'], 'field.percent_between')
  }
  return percent
}

/** Reads degrees of freedom; Student's distribution has at least one (JCGM 100, G.3). */
function readDegrees(text: string | null | undefined, path: IssuePath, issues: Issues): number | null {
  const value = optional(text, path, issues)
  if (value === null) return null
  const degrees = Number(text)
  if (degrees < 1) issues.add(path, 'field.too_small', { limit: 1 })
  return degrees
}
