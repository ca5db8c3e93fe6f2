import type { Uncertainty } from '../measurement/guard-band.ts'
import { decide } from '../measurement/decide.ts'
import { readDecisionRule } from '../measurement/decision-rule.ts'
import { quotientOf } from '../measurement/quotient.ts'
import { coverageInWords } from '../measurement/read-uncertainty.ts'
import type { MeasurementDecision } from '../public/measured-point.ts'
import { compare, difference, type Decimal } from '../tolerance/decimal.ts'
import {
  interpretationsOf,
  isComplete,
  isDoubtful,
  meantLimits,
  sentTexts,
  type ComparedTexts,
  type CompleteInterpretation,
} from '../tolerance/interpretation.ts'
import { isBlank, normaliseText } from '../tolerance/normalise-text.ts'
import { outOfTolerance } from '../tolerance/out-of-tolerance.ts'
import { leadingNumber, type Convention } from '../tolerance/read-number.ts'
import type { Limits } from '../tolerance/tolerance-limits.ts'

/** The texts of a record with a single reading that a decision rule uses, as sent. */
export interface RuledReading extends ComparedTexts {
  readonly measurementUncertainty?: string | null | undefined
  /** `2`, or `k = 2`. */
  readonly coverageFactor?: string | null | undefined
  /** `95 %`; other words are ignored. */
  readonly confidenceLevel?: string | null | undefined
  readonly decisionRule?: string | null | undefined
}

/** The decision of the rule for the final reading, and what is missing for a full decision. */
export interface ReadingDecision {
  readonly decision: MeasurementDecision
  /** Null if the decision was computed, and if no further data would help. */
  readonly missing: 'comparison' | 'uncertainty' | 'coverage_factor' | null
}

const CONVENTIONS: readonly Convention[] = ['decimal_point', 'decimal_comma']

/**
 * Returns the decision on a record with a single reading, by the same engine as for points. The texts are interpreted
 * as for the comparison with the tolerance; if different interpretations lead to different outcomes, nothing is
 * computed, and a number on which they disagree is null.
 * @returns null without a decision rule
 * Source: measurements, section 3; tolerance comparison.
 */
export function decideReading(texts: RuledReading): ReadingDecision | null {
  if (isBlank(texts.decisionRule)) return null
  const rule = texts.decisionRule!.trim()
  const computed = readDecisionRule(rule)
  const notComputed = (missing: ReadingDecision['missing']) => ({ decision: nothingOf(rule), missing })
  if (computed === null) return notComputed(null)
  if (outOfTolerance(texts).verdict === 'not_comparable') return notComputed('comparison')
  const missing = computed.kind === 'simple_acceptance' ? null : lacking(texts)
  if (missing !== null) return notComputed(missing)
  const decisions = readings(texts).flatMap(({ interpretation, limits }) =>
    uncertaintiesOf(texts).map((uncertainty) => decisionOf(rule, interpretation, limits, uncertainty)),
  )
  const [first, ...others] = decisions
  if (first === undefined || others.some(({ outcome }) => outcome !== first.outcome)) {
    return notComputed('comparison')
  }
  return { decision: others.reduce(agreed, first), missing: null }
}

/** Returns every pair of limits that the texts can mean. */
function readings(texts: RuledReading): { interpretation: CompleteInterpretation; limits: Limits }[] {
  return clearInterpretations(texts).flatMap((interpretation) =>
    meantLimits(interpretation)
      .filter((each) => each !== null)
      .map((limits) => ({ interpretation, limits })),
  )
}

function clearInterpretations(texts: ComparedTexts): CompleteInterpretation[] {
  return interpretationsOf(sentTexts(texts))
    .filter(isComplete)
    .filter((each) => !isDoubtful(each))
}

function decisionOf(
  rule: string,
  { nominal, reading }: CompleteInterpretation,
  { lower, upper }: Limits,
  uncertainty: Uncertainty | null,
): MeasurementDecision {
  return decide(rule, {
    mean: quotientOf(reading.value),
    limits: { lower: quotientOf(lower), upper: quotientOf(upper) },
    uncertainty,
    places: Math.max(lower.scale, upper.scale, uncertainty?.expanded.value.scale ?? 0),
    limitPlaces: nominal.value.scale,
  })
}

function lacking(texts: RuledReading): ReadingDecision['missing'] {
  if (expandedOf(texts).length === 0) return 'uncertainty'
  return coverageFactorOf(texts.coverageFactor) === null ? 'coverage_factor' : null
}

/**
 * Returns each uncertainty that the texts can mean; only null if there is none, which simple acceptance does not
 * require.
 */
function uncertaintiesOf(texts: RuledReading): readonly (Uncertainty | null)[] {
  const coverageFactor = coverageFactorOf(texts.coverageFactor)
  const expanded = expandedOf(texts)
  if (coverageFactor === null || expanded.length === 0) return [null]
  const coverage = coverageInWords(texts.confidenceLevel)
  return expanded.map((each) => ({
    expanded: quotientOf(each),
    coverageFactor,
    coverage,
    degreesOfFreedom: null,
  }))
}

/**
 * Returns U in the unit of the nominal value, interpreted like a symmetric tolerance: with another SI prefix, in K of a
 * °C, or as a share. Several values if it can be a share of several values.
 */
function expandedOf(texts: RuledReading): readonly Decimal[] {
  const stated = texts.measurementUncertainty?.replace(/^\s*U\s*=\s*/, '')
  return clearInterpretations({ ...texts, tolerance: stated }).flatMap((interpretation) => {
    const { nominal, tolerance } = interpretation
    const limits = meantLimits(interpretation)
    if (tolerance.isRange === true || limits.includes(null)) return []
    return limits
      .filter((each) => each !== null)
      .map(({ lower, upper }) => ({
        below: difference(nominal.value, lower),
        above: difference(upper, nominal.value),
      }))
      .filter(({ below, above }) => compare(below, above) === 0)
      .map(({ above }) => above)
  })
}

/** Returns a text that is exactly one positive number; null for any other text. */
function coverageFactorOf(text: string | null | undefined): Decimal | null {
  const stated = normaliseText(text ?? '').replace(/^k *= */i, '')
  for (const convention of CONVENTIONS) {
    const number = leadingNumber(stated, convention)
    if (number?.rest === '' && !number.isDoubtful && number.value.units > 0n) return number.value
  }
  return null
}

/** Returns the members that two decisions with the same outcome agree on. */
function agreed(one: MeasurementDecision, other: MeasurementDecision): MeasurementDecision {
  const members = Object.entries(one).map(([name, value]) => [
    name,
    value === other[name as keyof MeasurementDecision] ? value : null,
  ])
  return Object.fromEntries(members) as MeasurementDecision // Rule and outcome are the same.
}

function nothingOf(rule: string): MeasurementDecision {
  // Without limits the engine computes nothing, and returns all members.
  const zero = quotientOf({ units: 0n, scale: 0 })
  const subject = { mean: zero, limits: { lower: null, upper: null }, uncertainty: null }
  return decide(rule, { ...subject, places: 0, limitPlaces: 0 })
}
