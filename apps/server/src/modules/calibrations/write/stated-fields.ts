import { because, isPassing, type AppCalibrationCreate, type Measurement } from '@plumbline/contract'
import { ruleInForce } from '@plumbline/contract/measurement'
import { isBlank, passNeedsJustification } from '@plumbline/contract/tolerance'
import type { Clock } from '../../../platform/clock.ts'
import { ApiError, invalidField } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { dueDate, localDate } from '../../compliance/index.ts'
import { requirePlausibleTime, type InstrumentRow } from '../../instruments/index.ts'
import { statedColumns } from '../columns.ts'
import type { StatedFields } from '../record.ts'
import { requireFields } from '../requirements-in-force.ts'
import type { FrozenRequirements } from '../snapshot.ts'
import { withWorstPoint, type MeasuredPoints } from './measured-points.ts'

/** The body of an appended calibration: the public body, plus who measured and lines of the certificate in the app. */
export type CalibrationBody = AppCalibrationCreate

/** @throws 422 VALIDATION_ERROR for a time of performance more than 24 hours in the future, or before 1900-01-02 */
export function requirePerformed(clock: Clock, { performed_at: performedAt }: CalibrationBody): void {
  requirePlausibleTime(clock, 'performed_at', performedAt)
}

/**
 * Returns what a body states of a calibration, with the defaults of the workspace. If the body sends no
 * single-reading fields, those of the worst point are used.
 * @throws 422 FIELD_REQUIREMENTS_UNMET with every missing field; 422 PASS_OVER_TOLERANCE_REASON_REQUIRED, with the
 * points that are out of tolerance; 422 VALIDATION_ERROR for a due date that the record cannot state
 */
export function statedFieldsOf(
  caller: Caller,
  instrument: Pick<InstrumentRow, 'unitOfMeasure' | 'calibrationIntervalValue' | 'calibrationIntervalUnit'>,
  body: CalibrationBody,
  performedAt: string,
  requirements: FrozenRequirements,
  measured: MeasuredPoints | null,
  corrected: Pick<StatedFields, 'nextDueDate' | 'performedAt'> | null,
): StatedFields {
  const isAsCorrected =
    corrected?.nextDueDate === body.next_due_date && corrected?.performedAt === performedAt
  if (!isAsCorrected) requireOwnDueDate(caller, instrument, body, performedAt)
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

/**
 * A stated due date must be after the day of the calibration and no later than the date given by the interval
 * (decisions, section 6). A correction may repeat the date of the corrected record, regardless of the current
 * interval.
 */
function requireOwnDueDate(
  { workspace: { timeZone } }: Caller,
  {
    calibrationIntervalValue: value,
    calibrationIntervalUnit: unit,
  }: Pick<InstrumentRow, 'calibrationIntervalValue' | 'calibrationIntervalUnit'>,
  { next_due_date: stated }: CalibrationBody,
  performedAt: string,
): void {
  if (stated == null) return
  const performedOn = localDate(performedAt, timeZone)
  if (stated <= performedOn) {
    throw invalidField(
      'next_due_date',
      because('field.due_not_after', { performed: performedOn }),
      'too_early',
    )
  }
  if (value === null) return
  const due = dueDate({ performedAt, timeZone, interval: { value, unit } })
  if (stated > due)
    throw invalidField('next_due_date', because('field.due_after_interval', { due }), 'too_late')
}

/**
 * A pass with a reading or point out of tolerance requires a justification. Fields filled in from a point are judged
 * as that point.
 */
function requireJustification(
  { result, outOfToleranceImpact }: StatedFields,
  body: CalibrationBody,
  { unitOfMeasure }: Pick<InstrumentRow, 'unitOfMeasure'>,
  measured: MeasuredPoints | null,
): void {
  const field = statedColumns.outOfToleranceImpact
  const pointsOut = measured?.summary.outOfTolerance ?? []
  if (isPassing(result) && isBlank(outOfToleranceImpact) && pointsOut.length > 0) {
    const points = pointsOut.map((index) => ({ index, ...identityOf(measured!.points[index]!) }))
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

function identityOf({ function: name, channel, range, nominal }: Measurement) {
  return { function: name, channel, range, nominal }
}

/** If blank, the decision rule defaults to the procedure's, then to the workspace's. */
function withDefaultRule(
  { workspace }: Caller,
  body: CalibrationBody,
  ofProcedure: string | null,
): CalibrationBody {
  const rule = ruleInForce(body.decision_rule, ofProcedure, workspace.defaultDecisionRule)
  return rule !== null && isBlank(body.decision_rule) ? { ...body, decision_rule: rule } : body
}
