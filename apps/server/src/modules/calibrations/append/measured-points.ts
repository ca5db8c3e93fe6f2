import type { AppCalibrationCreate, Measurement } from '@plumbline/contract'
import { flatFieldsOf, summariseMeasurements, type MeasurementSummary } from '@plumbline/contract/measurement'
import { isBlank } from '@plumbline/contract/tolerance'
import type { Caller } from '../../access/index.ts'
import { computePoints } from '../../measurements/index.ts'
import type { FrozenStandard } from '../snapshot.ts'

/** The computed points of a record. */
export interface MeasuredPoints {
  readonly points: readonly Measurement[]
  readonly summary: MeasurementSummary
}

/**
 * The points that a body states, computed; null for a record with a single reading.
 * @throws 422 VALIDATION_ERROR with the path of each member that keeps a point from being computed
 */
export function measuredPointsOf(caller: Caller, body: AppCalibrationCreate): MeasuredPoints | null {
  const { measurements, decision_rule: decisionRule } = body
  if (!measurements) return null
  const points = computePoints(caller, { points: measurements, member: 'measurements', decisionRule })
  return { points, summary: summariseMeasurements(points) }
}

/** A body whose fields of a single reading, where they are blank, are those of the worst point. */
export function withWorstPoint(
  body: AppCalibrationCreate,
  { points, summary }: MeasuredPoints,
): AppCalibrationCreate {
  const worst = summary.worst === null ? undefined : points[summary.worst]
  if (!worst) return body
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlankText(value)))
  return { ...body, ...flatFieldsOf(worst), ...sent }
}

function isBlankText(value: unknown): boolean {
  return value == null || (typeof value === 'string' && isBlank(value))
}

/** The instruments that points of a body name as their standards, each once, with the field that names it first. */
export function pointStandards({ measurements }: AppCalibrationCreate): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [index, { standard_asset_id: id }] of (measurements ?? []).entries()) {
    if (id == null || fields.has(id.toLowerCase())) continue
    fields.set(id.toLowerCase(), `measurements[${index}].standard_asset_id`)
  }
  return fields
}

/** What a record has of its points beside what it states. */
export interface Measured extends MeasuredPoints {
  readonly standards: readonly FrozenStandard[]
}
