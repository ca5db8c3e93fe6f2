import type { PointReads } from '../fields/point-words.ts'
import type { MeasurementCreate, PhaseCreate } from '../public/measurement.ts'
import type { MeasurementTolerance, ToleranceTerms } from '../public/point-values.ts'
import { compare, shifted, type Decimal } from '../tolerance/decimal.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { exponentBetween } from '../tolerance/units/unit-scale.ts'
import { readDecimal } from './decimal-text.ts'
import { lacksFactor } from './decision-rule.ts'
import type { IssuePath, Issues } from './issue.ts'
import { widthOf, type TermBase, type Tolerance, type Width } from './limits.ts'
import { checkUnit, exponentTo, notNegative, optional, positive, required } from './read-members.ts'
import { isPpm, readUncertainty, type StatedUncertainty } from './read-uncertainty.ts'

/** The numbers of a point. */
export interface PointNumbers {
  /** Null for a point without a nominal value. */
  readonly nominal: Decimal | null
  readonly reads: PointReads
  /** Null for a tolerance that sets no limits. */
  readonly tolerance: Tolerance | null
  readonly asFound: PhaseNumbers | null
  readonly asLeft: PhaseNumbers | null
  readonly uncertainty: StatedUncertainty | null
}

/** The numbers of a phase. */
export interface PhaseNumbers {
  /** Null if an observation was recorded instead of a number, or nothing was measured. */
  readonly readings: readonly Decimal[] | null
  /** The value stated instead of the nominal value. */
  readonly reference: Decimal | null
  readonly uncertainty: StatedUncertainty | null
}

/** Reads a point. Problems are added to `issues`; if there are any, the numbers must not be used. */
export function readPoint(point: MeasurementCreate, issues: Issues): PointNumbers {
  const { nominal, tolerance } = point
  const reads = point.reads ?? 'item'
  const value = nominal ? required(nominal.value, ['nominal', 'value'], issues) : null
  if (nominal && isBlank(nominal.unit)) issues.add(['nominal', 'unit'], 'field.missing')
  if (!nominal && reads === 'standard') issues.add(['nominal'], 'field.missing')
  const unit = unitOf(point)
  checkUnit(unit ?? '', nominal ? ['nominal', 'unit'] : ['uncertainty', 'unit'], issues)
  const base: TermBase = {
    nominal: value,
    span: positive(point.span, ['span'], issues),
    resolution: positive(point.resolution, ['resolution'], issues),
  }
  if (lacksFactor(point.decision_rule ?? '')) issues.add(['decision_rule'], 'field.guard_band_factor')
  const readTo = { unit, hasNominal: value !== null, reads }
  const uncertainty = point.uncertainty
    ? readUncertainty(point.uncertainty, ['uncertainty'], unit, issues)
    : null
  requireAccreditable(point, issues)
  requireBase(point, uncertainty, readTo, issues)
  return {
    nominal: value,
    reads,
    tolerance: tolerance ? readTolerance(tolerance, base, unit, issues) : null,
    asFound: readPhase(point.as_found, 'as_found', readTo, issues),
    asLeft: readLeft(point, readTo, issues),
    uncertainty,
  }
}

/**
 * Returns the unit of all values of a point: that of the nominal value, otherwise the first one stated; null if none
 * is.
 */
export function unitOf({
  nominal,
  tolerance,
  uncertainty,
  as_found: found,
  as_left: left,
}: MeasurementCreate): string | null {
  const stated = [
    nominal?.unit,
    tolerance?.limits?.unit,
    tolerance?.symmetric?.unit,
    tolerance?.upper?.unit,
    tolerance?.lower?.unit,
    ...[uncertainty, found?.uncertainty, left?.uncertainty].flatMap((each) =>
      each && !isPpm(each.unit) ? [each.unit] : [],
    ),
  ]
  return stated.find((unit) => !isBlank(unit)) ?? null
}

/**
 * Adds issues for points that accreditation cannot cover: those without an uncertainty, and those measured by others
 * (ILAC-P14).
 */
function requireAccreditable(point: MeasurementCreate, issues: Issues): void {
  if (point.accredited !== true) return
  if (point.external) issues.add(['accredited'], 'field.accredited_external')
  const stated = [point.uncertainty, point.as_found?.uncertainty, point.as_left?.uncertainty]
  if (stated.every((each) => !each)) issues.add(['accredited'], 'field.accredited_needs_uncertainty')
}

/** The context for reading the readings of a phase. */
interface PhaseContext {
  readonly unit: string | null
  readonly hasNominal: boolean
  readonly reads: PointReads
}

/** Requires a reference value for a share of it. */
function requireBase(
  point: MeasurementCreate,
  uncertainty: StatedUncertainty | null,
  { hasNominal, reads }: PhaseContext,
  issues: Issues,
): void {
  if (!uncertainty?.isShare || hasNominal || reads === 'standard') return
  const phases = [point.as_found, point.as_left].filter((phase) => phase?.readings && !phase.uncertainty)
  if (phases.some((phase) => isBlank(phase?.reference))) issues.add(['uncertainty'], 'field.needs_reference')
}

/** Reads a tolerance in one of its forms; null for one that sets no limits. */
function readTolerance(
  tolerance: MeasurementTolerance,
  base: TermBase,
  unit: string | null,
  issues: Issues,
): Tolerance | null {
  const { symmetric, upper, lower, limits, text } = tolerance
  const forms = [symmetric, upper ?? lower, limits, text].filter(
    (form) => form !== null && form !== undefined,
  )
  if (forms.length > 1) issues.add(['tolerance'], 'field.one_tolerance_form')
  if (limits) return readLimits(limits, unit, issues)
  if (symmetric) {
    const width = readTerms(symmetric, ['tolerance', 'symmetric'], base, unit, issues)
    return { kind: 'widths', upper: width, lower: width }
  }
  const sides = {
    upper: upper ? readTerms(upper, ['tolerance', 'upper'], base, unit, issues) : null,
    lower: lower ? readTerms(lower, ['tolerance', 'lower'], base, unit, issues) : null,
  }
  return sides.upper || sides.lower ? { kind: 'widths', ...sides } : null
}

/** Reads limits of the indication, which are values and can only be converted between SI prefixes. */
function readLimits(
  limits: NonNullable<MeasurementTolerance['limits']>,
  unit: string | null,
  issues: Issues,
): Tolerance | null {
  const path = ['tolerance', 'limits']
  const exponent = exponentTo(limits.unit, unit, [...path, 'unit'], issues, exponentBetween)
  const read = (text: string | null | undefined, side: string) => {
    const value = optional(text, [...path, side], issues)
    return value && shifted(value, exponent)
  }
  const [lower, upper] = [read(limits.lower, 'lower'), read(limits.upper, 'upper')]
  if (lower && upper && compare(lower, upper) > 0) issues.add([...path, 'upper'], 'field.below_lower')
  return lower || upper ? { kind: 'limits', lower, upper } : null
}

function readTerms(
  terms: ToleranceTerms,
  path: IssuePath,
  base: TermBase,
  unit: string | null,
  issues: Issues,
): Width {
  const exponent = exponentTo(terms.unit, unit, [...path, 'unit'], issues)
  const term = (name: Exclude<keyof ToleranceTerms, 'unit' | 'combine'>) =>
    notNegative(terms[name], [...path, name], issues)
  const absolute = term('absolute')
  const read = {
    absolute: absolute && shifted(absolute, exponent),
    percentOfReading: term('percent_of_reading'),
    percentOfNominal: term('percent_of_nominal'),
    percentOfSpan: term('percent_of_span'),
    counts: term('counts'),
  }
  if (Object.values(read).every((each) => each === null)) issues.add(path, 'field.no_term')
  if (read.percentOfSpan && !base.span) issues.add([...path, 'percent_of_span'], 'field.needs_span')
  if (read.counts && !base.resolution) issues.add([...path, 'counts'], 'field.needs_resolution')
  if (read.percentOfNominal && !base.nominal) {
    issues.add([...path, 'percent_of_nominal'], 'field.needs_nominal')
  }
  return widthOf({ ...read, combine: terms.combine ?? 'sum' }, base)
}

function readLeft(point: MeasurementCreate, context: PhaseContext, issues: Issues): PhaseNumbers | null {
  const { as_found: found, as_left: left } = point
  if (!isBlank(left?.unchanged) && isNone(found?.readings) && isBlank(found?.observed)) {
    issues.add(['as_left', 'unchanged'], 'field.unchanged_needs_found')
  }
  return readPhase(left, 'as_left', context, issues)
}

/** Reads a phase in one of its forms. */
function readPhase(
  phase: PhaseCreate | null | undefined,
  name: 'as_found' | 'as_left',
  { unit, reads, hasNominal }: PhaseContext,
  issues: Issues,
): PhaseNumbers | null {
  if (!phase) return null
  const { readings, observed, judgement, not_applicable: reason, unchanged } = phase
  const path = [name]
  const forms = [!isNone(readings), !isBlank(observed), !isBlank(reason), !isBlank(unchanged)]
  if (forms.filter(Boolean).length !== 1) issues.add(path, 'field.readings_or_reason')
  if (!isBlank(observed) && !judgement) issues.add([...path, 'judgement'], 'field.missing')
  if (judgement && isBlank(observed)) issues.add([...path, 'observed'], 'field.missing')
  if (!isBlank(unchanged) && name === 'as_found')
    issues.add([...path, 'unchanged'], 'field.unchanged_as_left')
  const reference = optional(phase.reference, [...path, 'reference'], issues)
  if (reference && reads === 'standard') issues.add([...path, 'reference'], 'field.reference_of_standard')
  const uncertainty = phase.uncertainty
    ? readUncertainty(phase.uncertainty, [...path, 'uncertainty'], unit, issues)
    : null
  if (uncertainty?.isShare && !hasNominal && !reference) {
    issues.add([...path, 'uncertainty'], 'field.needs_reference')
  }
  return {
    readings: readings?.map((reading, index) => readReading(reading, index, path, issues)) ?? null,
    reference,
    uncertainty,
  }
}

/** Reads one of possibly thousands of readings, so the path is only created if it is invalid. */
function readReading(text: string, index: number, path: IssuePath, issues: Issues): Decimal {
  return readDecimal(text) ?? required(text, [...path, 'readings', index], issues)
}

function isNone(readings: readonly string[] | null | undefined): boolean {
  return (readings?.length ?? 0) === 0
}
