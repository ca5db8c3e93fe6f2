import {
  because,
  type CalibrationCorrection,
  type CalibrationRecordWithMeasurements,
} from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError, invalidField } from '../../../platform/errors.ts'
import type { Response } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { withIdempotency, type Caller } from '../../access/index.ts'
import { findInstrument } from '../../instruments/index.ts'
import type { CanonicalValue } from '../../ledger/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { lockRecord, requireDecider } from '../lock-record.ts'
import type { CalibrationRow } from '../record.ts'
import { lockCorrectionInputs } from '../write/inputs-store.ts'
import { requirePerformed } from '../write/stated-fields.ts'
import { writeRecords } from '../write/write.ts'

/** Operation name under which repeated corrections are recognized. Their responses are stored permanently. */
const CORRECT_OPERATION = 'correctCalibration'

/**
 * Appends a correction: a complete new record that replaces the other once approved. It keeps the performer, time and
 * type of work of the corrected record unless the body states others, and must meet the requirements of the corrected
 * record. Corrections are possible even after the instrument is retired.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 CONFLICT unless the record is approved, current, and has no open
 * correction; 422 as for a new calibration
 */
export async function correctCalibration(
  deps: CalibrationDeps,
  caller: Caller,
  calibrationId: string,
  body: CalibrationCorrection,
): Promise<CalibrationRecordWithMeasurements> {
  requireReadyToCorrect(deps.clock, caller, body)
  return deps.db.transaction(caller.workspaceId, (tx) => correctOne(tx, deps, caller, calibrationId, body))
}

/**
 * Like `correctCalibration`, once per Idempotency-Key if one is sent: a repeated request gets the first response.
 * @throws as `correctCalibration`; 503 REQUEST_IN_PROGRESS; 422 for a key that another request used
 */
export async function correctCalibrationOnce(
  deps: CalibrationDeps,
  caller: Caller,
  calibrationId: string,
  body: CalibrationCorrection,
  idempotencyKey: string | undefined,
): Promise<Response & { body: CalibrationRecordWithMeasurements }> {
  requireReadyToCorrect(deps.clock, caller, body)
  const request = {
    operation: CORRECT_OPERATION,
    key: idempotencyKey,
    // A body that passed its schema contains only text and nulls.
    content: { calibration_id: calibrationId, body: body as unknown as CanonicalValue },
    reaches: async (tx: Transaction, subjectId: string) =>
      (await findInstrument(tx, subjectId, caller.siteIds)) !== undefined,
  }
  const response = await withIdempotency(deps, caller, request, async (tx) => {
    const record = await correctOne(tx, deps, caller, calibrationId, body)
    return { subjectId: record.instrument_id, status: 201, body: record }
  })
  // A stored response is a body that this operation returned earlier.
  return response as Response & { body: CalibrationRecordWithMeasurements }
}

function requireReadyToCorrect(clock: Clock, caller: Caller, body: CalibrationCorrection): void {
  requireDecider(caller)
  requirePerformed(clock, body)
}

async function correctOne(
  tx: Transaction,
  deps: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  { correction_reason: reason, ...sent }: CalibrationCorrection,
): Promise<CalibrationRecordWithMeasurements> {
  const { row, caller } = await lockRecord(tx, sender, calibrationId)
  const performedAt = sent.performed_at ?? row.performedAt
  const type = sent.calibration_type ?? row.calibrationType
  requirePointsStated(row, sent)
  const measurements = sent.measurements?.length ? sent.measurements : null
  const body = { ...sent, measurements, performed_at: performedAt, calibration_type: type }
  // A lock that no other transaction requests: this transaction already holds the lock on the instrument.
  const item = { instrumentId: row.instrumentId, body, advisoryLock: `correct ${newId()}` }
  const inputs = await lockCorrectionInputs(tx, deps.clock, caller, item, { row, reason })
  const [record] = await writeRecords(tx, deps, caller, [item], inputs)
  if (record instanceof ApiError) throw record
  return record!
}

/**
 * A correction of a record with points must state points: otherwise it would silently reduce the record to a summary.
 * An empty list drops them intentionally. Source: measurements, section 1.
 * @throws 422 VALIDATION_ERROR
 */
function requirePointsStated(
  row: Pick<CalibrationRow, 'measurementCount'>,
  { measurements }: Pick<CalibrationCorrection, 'measurements'>,
): void {
  if (measurements != null || (row.measurementCount ?? 0) === 0) return
  throw invalidField('measurements', because('field.points_missing'), 'missing')
}
