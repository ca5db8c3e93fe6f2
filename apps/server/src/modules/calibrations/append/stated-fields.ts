import { because, PERFORMED_AHEAD_MS_MAX, type AppCalibrationCreate } from '@plumbline/contract'
import { isBlank, passNeedsJustification } from '@plumbline/contract/tolerance'
import type { Clock } from '../../../platform/clock.ts'
import { ApiError, invalidField } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import type { InstrumentRow } from '../../instruments/index.ts'
import { statedColumns } from '../columns.ts'
import type { StatedFields } from '../record.ts'
import { requireFields } from '../requirements-in-force.ts'
import type { FrozenRequirements } from '../snapshot.ts'

/** What a calibration is appended with: the public body, and in the app who measured and lines of the certificate. */
export type CalibrationBody = AppCalibrationCreate

/** @throws 422 VALIDATION_ERROR for a time of performance more than 24 hours ahead */
export function requirePerformed(clock: Clock, { performed_at: performedAt }: CalibrationBody): void {
  if (!performedAt || Date.parse(performedAt) <= clock.now().getTime() + PERFORMED_AHEAD_MS_MAX) return
  throw invalidField('performed_at', because('field.in_future'), 'too_late')
}

/** When a calibration was performed: now, unless the body says otherwise. */
export function performedAtOf(clock: Clock, { performed_at: performedAt }: CalibrationBody): string {
  return performedAt ?? clock.now().toISOString()
}

/**
 * What a body states of a calibration, with the defaults of the workspace.
 * @throws 422 FIELD_REQUIREMENTS_UNMET with every missing field; 422 PASS_OVER_TOLERANCE_REASON_REQUIRED
 */
export function statedFieldsOf(
  caller: Caller,
  instrument: Pick<InstrumentRow, 'unitOfMeasure'>,
  body: CalibrationBody,
  performedAt: string,
  requirements: FrozenRequirements,
): StatedFields {
  const completed = withDefaultRule(caller, body)
  requireFields(requirements, completed)
  const sent = Object.fromEntries(
    Object.entries(statedColumns).map(([name, column]) => [name, completed[column] ?? null]),
  ) as unknown as StatedFields // Names and values are those of the body; the result was required above.
  const stated = { ...sent, performedAt }
  if (passNeedsJustification({ ...stated, unitOfMeasure: instrument.unitOfMeasure })) {
    throw new ApiError('PASS_OVER_TOLERANCE_REASON_REQUIRED', {
      details: { field: statedColumns.outOfToleranceImpact },
    })
  }
  return stated
}

/** The decision rule of the workspace fills in for a blank one. */
function withDefaultRule({ workspace }: Caller, body: CalibrationBody): CalibrationBody {
  const { defaultDecisionRule: rule } = workspace
  return rule !== null && isBlank(body.decision_rule) ? { ...body, decision_rule: rule } : body
}
