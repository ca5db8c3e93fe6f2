import { isPassing, type AppCalibrationCreate, type Measurement } from '@plumbline/contract'
import { ruleInForce } from '@plumbline/contract/measurement'
import { isBlank, passNeedsJustification } from '@plumbline/contract/tolerance'
import type { Clock } from '../../../platform/clock.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { requirePlausibleTime, type InstrumentRow } from '../../instruments/index.ts'
import { statedColumns } from '../columns.ts'
import type { StatedFields } from '../record.ts'
import { requireFields } from '../requirements-in-force.ts'
import type { FrozenRequirements } from '../snapshot.ts'
import { withWorstPoint, type MeasuredPoints } from './measured-points.ts'

/** What a calibration is appended with: the public body, and in the app who measured and lines of the certificate. */
export type CalibrationBody = AppCalibrationCreate

/** @throws 422 VALIDATION_ERROR for a time of performance more than 24 hours ahead, or before 1900-01-02 */
export function requirePerformed(clock: Clock, { performed_at: performedAt }: CalibrationBody): void {
  requirePlausibleTime(clock, 'performed_at', performedAt)
}

/**
 * What a body states of a calibration, with the defaults of the workspace. Fields of a single reading, where it
 * sends none of them, are those of the worst point.
 * @throws 422 FIELD_REQUIREMENTS_UNMET with every missing field; 422 PASS_OVER_TOLERANCE_REASON_REQUIRED, with the
 * points that are out of tolerance
 */
export function statedFieldsOf(
  caller: Caller,
  instrument: Pick<InstrumentRow, 'unitOfMeasure'>,
  body: CalibrationBody,
  performedAt: string,
  requirements: FrozenRequirements,
  measured: MeasuredPoints | null,
): StatedFields {
  const ruled = withDefaultRule(caller, body, measured?.procedure?.decision_rule ?? null)
  const completed = measured ? withWorstPoint(ruled, measured) : ruled
  requireFields(requirements, completed)
  const sent = Object.fromEntries(
    Object.entries(statedColumns).map(([name, column]) => [name, completed[column] ?? null]),
  ) as unknown as StatedFields // Names and values are those of the body; the result was required above.
  const stated = { ...sent, performedAt }
  requireJustification(stated, body, instrument, measured)
  return stated
}

/** A pass with a reading or a point out of tolerance says why. What was filled in from a point is judged as that point. */
function requireJustification(
  { result, outOfToleranceImpact }: StatedFields,
  body: CalibrationBody,
  { unitOfMeasure }: Pick<InstrumentRow, 'unitOfMeasure'>,
  measured: MeasuredPoints | null,
): void {
  const field = statedColumns.outOfToleranceImpact
  const pointsOut = measured?.summary.outOfTolerance ?? []
  if (isPassing(result) && isBlank(outOfToleranceImpact) && pointsOut.length > 0) {
    const points = pointsOut.map((index) => ({ index, ...placeOf(measured!.points[index]!) }))
    throw new ApiError('PASS_OVER_TOLERANCE_REASON_REQUIRED', { details: { field, points } })
  }
  const judged = {
    result,
    outOfToleranceImpact,
    unitOfMeasure,
    nominalValue: body.nominal_value,
    tolerance: body.tolerance,
    asFoundReading: body.as_found_reading,
    asLeftReading: body.as_left_reading,
  }
  if (passNeedsJustification(judged)) {
    throw new ApiError('PASS_OVER_TOLERANCE_REASON_REQUIRED', { details: { field } })
  }
}

function placeOf({ function: name, channel, range, nominal }: Measurement) {
  return { function: name, channel, range, nominal }
}

/** The decision rule of the procedure, else of the workspace, fills in for a blank one. */
function withDefaultRule(
  { workspace }: Caller,
  body: CalibrationBody,
  ofProcedure: string | null,
): CalibrationBody {
  const rule = ruleInForce(body.decision_rule, ofProcedure, workspace.defaultDecisionRule)
  return rule !== null && isBlank(body.decision_rule) ? { ...body, decision_rule: rule } : body
}
