import type { Measurement } from '../public/measured-point.ts'
import type { MeasurementCreate } from '../public/measurement.ts'
import { decide } from './decide.ts'
import { lacksFactor, ruleInForce } from './decision-rule.ts'
import { Issues, type IssuePath, type MeasurementIssue } from './issue.ts'
import { computePhase, type ComputedPhase } from './phase.ts'
import { readPoint, type PointNumbers } from './read-point.ts'

/** Version of the rules of this folder; whatever changes a computed value raises it. Records keep the one that computed them. */
export const ENGINE_VERSION = '1'

/** What points are evaluated under. */
export interface EvaluationOptions {
  /** For points without a rule of their own; a blank one counts as none. */
  readonly decisionRule?: string | null
}

/** The evaluated points, in the order of those that were stated, or what keeps them from being computed. */
export interface Evaluation {
  /** Empty where there are issues. */
  readonly measurements: readonly Measurement[]
  readonly issues: readonly MeasurementIssue[]
}

/**
 * Computes what follows from the readings of each point: mean, error, limits, verdict and the decision of the rule in
 * force, in exact decimals, of which probabilities alone are doubles.
 * @param member name of the list in the request, the first step of the paths of issues
 */
export function evaluateMeasurements(
  points: readonly MeasurementCreate[],
  options: EvaluationOptions,
  member: string,
): Evaluation {
  const evaluated = points.map((point, index) => evaluateMeasurement(point, options, [member, index]))
  const issues = evaluated.flatMap((each) => each.issues)
  if (lacksFactor(options.decisionRule ?? '')) issues.push(...factorIssue())
  if (issues.length > 0) return { measurements: [], issues }
  return { measurements: evaluated.flatMap(({ measurement }) => measurement ?? []), issues }
}

/** The same of a single point, as a form asks while it is filled in; null where there are issues. */
export function evaluateMeasurement(
  point: MeasurementCreate,
  { decisionRule }: EvaluationOptions,
  path: IssuePath = [],
): { readonly measurement: Measurement | null; readonly issues: readonly MeasurementIssue[] } {
  const issues = new Issues(path)
  const numbers = readPoint(point, issues)
  if (issues.found.length > 0) return { measurement: null, issues: issues.found }
  const rule = ruleInForce(point.decision_rule, decisionRule)
  return { measurement: computePoint(point, numbers, rule), issues: [] }
}

function computePoint(point: MeasurementCreate, numbers: PointNumbers, rule: string | null): Measurement {
  const { asFound, asLeft } = numbers
  const found = asFound && computePhase(asFound, point.as_found?.readings ?? [], numbers)
  const left = asLeft && computePhase(asLeft, point.as_left?.readings ?? [], numbers)
  return {
    function: point.function ?? null,
    channel: point.channel ?? null,
    range: point.range ?? null,
    nominal: point.nominal ?? null,
    tolerance: point.tolerance ?? null,
    span: point.span ?? null,
    resolution: point.resolution ?? null,
    point_id: point.point_id ?? null,
    uncertainty: point.uncertainty ?? null,
    decision_rule: point.decision_rule ?? null,
    standard_asset_id: point.standard_asset_id ?? null,
    external: point.external ?? false,
    note: point.note ?? null,
    as_found: found?.measured ?? null,
    as_left: left?.measured ?? null,
    as_found_not_applicable: point.as_found?.not_applicable ?? null,
    as_left_not_applicable: point.as_left?.not_applicable ?? null,
    decision: decisionOf(left ?? found, numbers, rule),
  }
}

/** The decision is about the final phase: as left where it has readings, else as found. */
function decisionOf(
  final: ComputedPhase | null,
  numbers: PointNumbers,
  rule: string | null,
): Measurement['decision'] {
  if (final === null || rule === null) return null
  const { nominal, uncertainty } = numbers
  return decide(rule, {
    mean: final.mean,
    limits: final.limits,
    uncertainty,
    limitPlaces: nominal.scale,
    places: Math.max(nominal.scale, uncertainty?.expanded.scale ?? 0),
  })
}

function factorIssue(): readonly MeasurementIssue[] {
  const issues = new Issues([])
  issues.add(['decision_rule'], 'field.guard_band_factor')
  return issues.found
}
