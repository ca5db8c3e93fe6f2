import { pointFields } from '../fields/point.ts'
import { pointFieldsWhere } from '../fields/point-field.ts'
import { type PointPhase } from '../fields/point-words.ts'
import type { MeasuredPhase, Measurement } from '../public/measured-point.ts'
import type { MeasurementCreate, PhaseCreate } from '../public/measurement.ts'
import type { CalibrationResult } from '../shared/calibration-result.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import type { Uncertainty } from './guard-band.ts'
import { decide, undecided } from './decide.ts'
import { lacksFactor, ruleInForce } from './decision-rule.ts'
import { Issues, type IssuePath, type MeasurementIssue } from './issue.ts'
import { computePhase, phaseWithoutReadings, type ComputedPhase } from './phase.ts'
import { distance, multiplied, quotientOf } from './quotient.ts'
import { readPoint, type PhaseNumbers, type PointNumbers } from './read-point.ts'
import type { StatedUncertainty } from './read-uncertainty.ts'

/**
 * Version of the rules in this folder; incremented when a computed value changes. Records keep the version that
 * computed them.
 */
export const ENGINE_VERSION = '2'

/** Options that apply to all points of an evaluation. */
export interface EvaluationOptions {
  /** For points that do not state a rule; a blank rule counts as none. */
  readonly decisionRule?: string | null
  /** Result of the record; a point of an adjusted one must be measured again, or state that it was not adjusted. */
  readonly result?: CalibrationResult | '' | null
  /** Whether points have to be measured again, if these are not all points of the record; defaults to `isAdjusted`. */
  readonly needsAsLeft?: boolean
}

/** The evaluated points, in the order in which they were stated, or the issues that prevent the computation. */
export interface Evaluation {
  /** Empty if there are issues. */
  readonly measurements: readonly Measurement[]
  readonly issues: readonly MeasurementIssue[]
}

/**
 * Computes the results of each point from its readings: mean, error, limits, verdict and the decision of the applicable
 * rule, in exact decimals; only probabilities are doubles.
 * @param member name of the list in the request, the first step of the paths of issues
 */
export function evaluateMeasurements(
  points: readonly MeasurementCreate[],
  options: EvaluationOptions,
  member: string,
): Evaluation {
  const needsAsLeft = options.needsAsLeft ?? isAdjusted(points, options)
  const evaluated = points.map((point, index) =>
    evaluateMeasurement(point, { ...options, needsAsLeft }, [member, index]),
  )
  const issues = evaluated.flatMap((each) => each.issues)
  if (lacksFactor(options.decisionRule ?? '')) issues.push(...factorIssue())
  if (issues.length > 0) return { measurements: [], issues }
  return { measurements: evaluated.flatMap(({ measurement }) => measurement ?? []), issues }
}

/**
 * Whether points have to be measured again: in an adjusted record in which at least one was (measurements, section 1).
 */
export function isAdjusted(points: readonly MeasurementCreate[], { result }: EvaluationOptions): boolean {
  return result === 'PASS_WITH_ADJUSTMENT' && points.some(({ as_left: left }) => isMeasured(left))
}

function isMeasured(phase: PhaseCreate | null | undefined): boolean {
  return (phase?.readings?.length ?? 0) > 0 || !isBlank(phase?.observed)
}

/**
 * Evaluates a single point, for a form that is being filled in; null if there are issues.
 * @param options with `needsAsLeft` from `isAdjusted`
 */
export function evaluateMeasurement(
  point: MeasurementCreate,
  { decisionRule, needsAsLeft = false }: EvaluationOptions,
  path: IssuePath = [],
): { readonly measurement: Measurement | null; readonly issues: readonly MeasurementIssue[] } {
  const issues = new Issues(path)
  const numbers = readPoint(point, issues)
  if (issues.found.length > 0) return { measurement: null, issues: issues.found }
  const rule = ruleInForce(point.decision_rule, decisionRule)
  const asFound = phaseOf(point.as_found, numbers.asFound, numbers, rule)
  const asLeft = phaseOf(point.as_left, numbers.asLeft, numbers, rule)
  const finalName = finalPhaseName({ as_found: asFound, as_left: asLeft }, needsAsLeft)
  const final = finalName && { as_found: asFound, as_left: asLeft }[finalName]
  return {
    measurement: {
      ...statedMembers(point),
      as_found: asFound,
      as_left: asLeft,
      final_phase: finalName,
      decision: final?.decision ?? null,
    },
    issues: [],
  }
}

const statedNames = pointFieldsWhere(
  pointFields,
  ({ statedBy, kind }) => statedBy === 'request' && kind !== 'phase',
)

/** Returns the members of a point as stated in the request, with defaults for those omitted. */
function statedMembers(point: MeasurementCreate) {
  const members: Record<string, unknown> = {}
  for (const name of statedNames) {
    const { otherwise = null } = pointFields[name] as { otherwise?: unknown }
    members[name] = point[name as keyof MeasurementCreate] ?? otherwise
  }
  // Every member of a point except its phases and the computed ones.
  return members as Omit<Measurement, 'as_found' | 'as_left' | 'final_phase' | 'decision'>
}

/**
 * Returns the phase that decides: as left if it was measured, otherwise as found unless every point has to be measured
 * again.
 */
function finalPhaseName(
  { as_found: found, as_left: left }: Pick<Measurement, 'as_found' | 'as_left'>,
  needsAsLeft: boolean,
): PointPhase | null {
  if (left && (left.mean !== null || left.judgement !== null)) return 'as_left'
  if (!found || (found.mean === null && found.judgement === null)) return null
  return needsAsLeft && !left?.unchanged ? null : 'as_found'
}

function phaseOf(
  stated: PhaseCreate | null | undefined,
  phase: PhaseNumbers | null,
  numbers: PointNumbers,
  rule: string | null,
): MeasuredPhase | null {
  if (!stated || !phase) return null
  const members = {
    readings: [...(stated.readings ?? [])],
    observed: stated.observed ?? null,
    judgement: stated.judgement ?? null,
    not_applicable: stated.not_applicable ?? null,
    unchanged: stated.unchanged ?? null,
    reference: stated.reference ?? null,
    uncertainty: stated.uncertainty ?? null,
  }
  if (phase.readings === null) {
    const decision = rule !== null && members.judgement !== null ? undecided(rule) : null
    return { ...phaseWithoutReadings(members), decision }
  }
  const computed = computePhase(phase.readings, members, phase, numbers)
  return { ...computed.measured, decision: rule === null ? null : decisionOf(computed, phase, numbers, rule) }
}

function decisionOf(
  { mean, limits, reference }: ComputedPhase,
  phase: PhaseNumbers,
  { nominal, uncertainty: ofPoint }: PointNumbers,
  rule: string,
): Measurement['decision'] {
  const stated = phase.uncertainty ?? ofPoint
  const limitPlaces = (phase.reference ?? nominal)?.scale ?? mean.value.scale
  return decide(rule, {
    mean,
    limits,
    uncertainty: stated && uncertaintyAt(stated, reference),
    limitPlaces,
    places: Math.max(limitPlaces, stated?.expanded.scale ?? 0),
  })
}

/** Returns U in the unit of the point; null for a share of a reference value if there is no reference value. */
function uncertaintyAt(
  { expanded, isShare, coverageFactor, coverage, degreesOfFreedom }: StatedUncertainty,
  reference: ComputedPhase['reference'],
): Uncertainty | null {
  if (isShare && reference === null) return null
  const own = quotientOf(expanded)
  return {
    expanded: isShare ? multiplied(own, distance(reference!)) : own,
    coverageFactor,
    coverage,
    degreesOfFreedom,
  }
}

function factorIssue(): readonly MeasurementIssue[] {
  const issues = new Issues([])
  issues.add(['decision_rule'], 'field.guard_band_factor')
  return issues.found
}
