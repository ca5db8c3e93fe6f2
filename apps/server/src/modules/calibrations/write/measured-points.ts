import { because, type AppCalibrationCreate, type Measurement, type PointOverride } from '@plumbline/contract'
import {
  flatFields,
  flatFieldsOf,
  summariseMeasurements,
  type MeasurementSummary,
} from '@plumbline/contract/measurement'
import {
  deviationsOf,
  followsProcedure,
  instrumentPoints,
  type PointReferences,
  type StandardUncertainty,
} from '@plumbline/contract/procedure'
import { isBlank } from '@plumbline/contract/tolerance'
import { invalidField } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { computePoints } from '../../measurements/index.ts'
import type { FollowedRevision } from '../../procedures/index.ts'
import type { FrozenStandard } from '../snapshot.ts'

/** The computed points of a record. */
export interface MeasuredPoints {
  readonly points: readonly Measurement[]
  readonly summary: MeasurementSummary
  /** The revision that the record follows; null if no point references one. */
  readonly procedure: FollowedRevision | null
}

/**
 * Returns the computed points that a body states; null for a record with a single reading.
 * @param inputs what its points may reference; null without a procedure
 * @throws 422 VALIDATION_ERROR with the path of each member that prevents a point from being computed, and for an
 * undeclared departure from the procedure
 */
export function measuredPointsOf(
  caller: Caller,
  body: AppCalibrationCreate,
  inputs: ProcedureInputs | null,
): MeasuredPoints | null {
  const { measurements, decision_rule: decisionRule, result, reference_standard_asset_id: standardId } = body
  if (!measurements) return null
  const follows = inputs !== null && followsProcedure(body)
  const stated = { points: measurements, member: 'measurements', decisionRule, result, standardId } as const
  const points = computePoints(
    caller,
    stated,
    inputs && { references: inputs, decisionRule: follows ? inputs.procedure.decision_rule : null },
  )
  if (follows) requireDeviation(body, inputs)
  return {
    points,
    summary: summariseMeasurements(points),
    procedure: follows ? inputs.procedure : null,
  }
}

/** A record that departs from its procedure must say so. @throws 422 VALIDATION_ERROR */
function requireDeviation(body: AppCalibrationCreate, { procedure, points }: ProcedureInputs): void {
  if (!isBlank(body.deviation_from_procedure)) return
  const { pointsLeftOut, outside } = deviationsOf(body, { points, environment: procedure.environment })
  if (pointsLeftOut.length === 0 && outside.length === 0) return
  throw invalidField('deviation_from_procedure', because('field.deviation_missing'), 'missing')
}

/**
 * Returns the body with the single-reading fields of the worst point if it sends none of them. Mixing sent fields
 * with those of a point would describe a reading that was never taken. Source: measurements, section 1.
 */
export function withWorstPoint(
  body: AppCalibrationCreate,
  { points, summary }: MeasuredPoints,
): AppCalibrationCreate {
  const worst = summary.worst === null ? undefined : points[summary.worst]
  if (!worst || flatFields.some((name) => !isBlank(body[name]))) return body
  return { ...body, ...flatFieldsOf(worst) }
}

/**
 * Returns the instruments that points of a body name as their standards, each once, with the first field that names
 * it.
 */
export function pointStandards({ measurements }: AppCalibrationCreate): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [index, { standard_asset_id: id }] of (measurements ?? []).entries()) {
    if (id == null || fields.has(id.toLowerCase())) continue
    fields.set(id.toLowerCase(), `measurements[${index}].standard_asset_id`)
  }
  return fields
}

/** Returns every standard that a body names, with the field that names it. */
export function namedStandards(body: AppCalibrationCreate): [id: string | null | undefined, field: string][] {
  return [[body.reference_standard_asset_id, 'reference_standard_asset_id'], ...pointStandards(body)]
}

/** Returns the standards whose uncertainty the budgets of a body may use. */
export function budgetStandards(body: AppCalibrationCreate): string[] {
  const { reference_standard_asset_id: standard } = body
  return [...(standard == null ? [] : [standard.toLowerCase()]), ...pointStandards(body).keys()]
}

/** What a record contains about its points, in addition to what it states. */
export interface Measured extends MeasuredPoints {
  readonly standards: readonly FrozenStandard[]
}

/** What points of a record may reference: the procedure of its instrument, with the instrument's overrides. */
export interface ProcedureInputs extends PointReferences {
  readonly procedure: FollowedRevision
}

/** Returns what points of a record may reference, given a revision and the instrument's overrides. */
export function procedureInputs(
  procedure: FollowedRevision,
  overrides: readonly PointOverride[] | null,
  standards: ReadonlyMap<string, readonly StandardUncertainty[]>,
): ProcedureInputs {
  const points = instrumentPoints(procedure.points, overrides)
  return { procedure, points, budgets: procedure.budgets, standards }
}

/** Whether points of a body reference a point or budget of a procedure. */
export function namesProcedure({ measurements }: AppCalibrationCreate): boolean {
  return (measurements ?? []).some((point) => point.point_id != null || point.uncertainty?.budget_id != null)
}
