import type {
  MeasurementCreate,
  MeasurementTolerance,
  MeasurementUncertainty,
  PhaseCreate,
  ToleranceTerms,
} from '../public/measurement.ts'
import { shifted, type Decimal } from '../tolerance/decimal.ts'
import { isBlank, normaliseText } from '../tolerance/normalise-text.ts'
import type { Uncertainty } from './acceptance.ts'
import { readDecimal } from './decimal-text.ts'
import { lacksFactor } from './decision-rule.ts'
import type { IssuePath, Issues } from './issue.ts'
import { widthOf, type TermBase, type Width, type Widths } from './limits.ts'
import { exponentBetween, isUsableUnit } from '../tolerance/units/unit-scale.ts'

/** The numbers of a point. */
export interface PointNumbers {
  readonly nominal: Decimal
  /** Null for a tolerance that sets no limits. */
  readonly widths: Widths | null
  readonly asFound: readonly Decimal[] | null
  readonly asLeft: readonly Decimal[] | null
  readonly uncertainty: Uncertainty | null
}

/** Reads a point; what is wrong with it is added to `issues`, and the numbers are then of no use. */
export function readPoint(point: MeasurementCreate, issues: Issues): PointNumbers {
  const { nominal, tolerance, uncertainty } = point
  const value = nominal ? required(nominal.value, ['nominal', 'value'], issues) : missing(['nominal'], issues)
  if (nominal && isBlank(nominal.unit)) issues.add(['nominal', 'unit'], 'field.missing')
  else if (nominal) checkUnit(nominal.unit, ['nominal', 'unit'], issues)
  const base: TermBase = {
    nominal: value,
    span: positive(point.span, ['span'], issues),
    resolution: positive(point.resolution, ['resolution'], issues),
  }
  if (lacksFactor(point.decision_rule ?? '')) issues.add(['decision_rule'], 'field.guard_band_factor')
  return {
    nominal: value,
    widths: tolerance ? readTolerance(tolerance, base, issues) : null,
    asFound: readPhase(point.as_found, ['as_found'], issues),
    asLeft: readPhase(point.as_left, ['as_left'], issues),
    uncertainty: uncertainty ? readUncertainty(uncertainty, nominal?.unit ?? null, issues) : null,
  }
}

/** A tolerance in one of its forms; null for one that sets no limits. */
function readTolerance(tolerance: MeasurementTolerance, base: TermBase, issues: Issues): Widths | null {
  const { symmetric, upper, lower, text } = tolerance
  const forms = [symmetric, upper ?? lower, text].filter((form) => form !== null && form !== undefined)
  if (forms.length > 1) issues.add(['tolerance'], 'field.one_tolerance_form')
  if (symmetric) {
    const width = readTerms(symmetric, ['tolerance', 'symmetric'], base, issues)
    return { upper: width, lower: width }
  }
  const sides = {
    upper: upper ? readTerms(upper, ['tolerance', 'upper'], base, issues) : null,
    lower: lower ? readTerms(lower, ['tolerance', 'lower'], base, issues) : null,
  }
  return sides.upper || sides.lower ? sides : null
}

function readTerms(terms: ToleranceTerms, path: IssuePath, base: TermBase, issues: Issues): Width {
  const term = (name: keyof ToleranceTerms) => notNegative(terms[name], [...path, name], issues)
  const read = {
    absolute: term('absolute'),
    percentOfReading: term('percent_of_reading'),
    percentOfNominal: term('percent_of_nominal'),
    percentOfSpan: term('percent_of_span'),
    counts: term('counts'),
  }
  if (Object.values(read).every((each) => each === null)) issues.add(path, 'field.no_term')
  if (read.percentOfSpan && !base.span) issues.add([...path, 'percent_of_span'], 'field.needs_span')
  if (read.counts && !base.resolution) issues.add([...path, 'counts'], 'field.needs_resolution')
  return widthOf(read, base)
}

function readPhase(
  phase: PhaseCreate | null | undefined,
  path: IssuePath,
  issues: Issues,
): readonly Decimal[] | null {
  if (!phase) return null
  const { readings, not_applicable: reason } = phase
  if (isNone(readings) === isBlank(reason)) issues.add(path, 'field.readings_or_reason')
  return readings?.map((reading, index) => readReading(reading, index, path, issues)) ?? null
}

/** There are thousands of them, so a path is made only where one is wrong. */
function readReading(text: string, index: number, path: IssuePath, issues: Issues): Decimal {
  return readDecimal(text) ?? required(text, [...path, 'readings', index], issues)
}

function isNone(readings: readonly string[] | null | undefined): boolean {
  return (readings?.length ?? 0) === 0
}

/** U in the unit of the nominal value. A budget is computed before (`evaluateFollowed`); of one that is not, U is not known. */
function readUncertainty(
  stated: MeasurementUncertainty,
  unit: string | null,
  issues: Issues,
): Uncertainty | null {
  const { budget_id: budgetId } = stated
  const path = ['uncertainty']
  if (budgetId && (stated.expanded ?? stated.coverage_factor ?? null) !== null) {
    issues.add(path, 'field.budget_or_values')
    return null
  }
  if (budgetId) return null
  const expanded = notNegative(stated.expanded, [...path, 'expanded'], issues)
  const coverageFactor = positive(stated.coverage_factor, [...path, 'coverage_factor'], issues)
  if (isBlank(stated.expanded)) issues.add([...path, 'expanded'], 'field.missing')
  if (isBlank(stated.coverage_factor)) issues.add([...path, 'coverage_factor'], 'field.missing')
  checkUnit(stated.unit ?? '', [...path, 'unit'], issues)
  const exponent = isBlank(stated.unit) || isBlank(unit) ? 0 : exponentBetween(stated.unit!, unit!)
  if (exponent === null) issues.add([...path, 'unit'], 'field.unit_differs', { unit: normaliseText(unit!) })
  if (expanded === null || coverageFactor === null || exponent === null) return null
  return { expanded: shifted(expanded, exponent), coverageFactor }
}

/** A unit whose powers would make numbers of any length is refused wherever it stands. */
export function checkUnit(unit: string, path: IssuePath, issues: Issues): void {
  if (!isUsableUnit(unit)) issues.add(path, 'field.unit_power')
}

const ZERO: Decimal = { units: 0n, scale: 0 }

function missing(path: IssuePath, issues: Issues): Decimal {
  issues.add(path, 'field.missing')
  return ZERO
}

/** A number that must be there. */
function required(text: string, path: IssuePath, issues: Issues): Decimal {
  return optional(text, path, issues) ?? ZERO
}

/** A number that may be left out; null then. */
function optional(text: string | null | undefined, path: IssuePath, issues: Issues): Decimal | null {
  if (text === null || text === undefined) return null
  const value = readDecimal(text)
  if (value === null) issues.add(path, 'field.format_decimal')
  return value
}

function notNegative(text: string | null | undefined, path: IssuePath, issues: Issues): Decimal | null {
  const value = optional(text, path, issues)
  if (value !== null && value.units < 0n) issues.add(path, 'field.not_negative')
  return value
}

/** A number above 0; null where it is left out or is none. */
function positive(text: string | null | undefined, path: IssuePath, issues: Issues): Decimal | null {
  const value = optional(text, path, issues)
  if (value === null || value.units > 0n) return value
  issues.add(path, 'field.positive')
  return null
}
