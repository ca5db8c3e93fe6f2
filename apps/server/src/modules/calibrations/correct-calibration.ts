import type { CalibrationCorrection, CalibrationRecord } from '@plumbline/contract'
import type { Transaction } from '../../platform/db/index.ts'
import type { Caller } from '../access/index.ts'
import type { CalibrationDeps } from './append-calibration.ts'
import { enterCalibration } from './enter-calibration.ts'
import { lockRecord, refused, requireDecider } from './lock-record.ts'
import { presentCalibration, statusOf } from './present.ts'
import { hasOpenCorrection } from './read-store.ts'
import type { CalibrationRow } from './record.ts'
import { referenceStandardOf } from './reference-standard.ts'
import { requirePerformed, statedFieldsOf } from './stated-fields.ts'

/**
 * Appends a correction: a whole new record, which takes the place of the other once it is approved. Without a
 * time of performance that of the corrected record stays. Corrections are possible after retirement too.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 CONFLICT unless the record is approved, current, and has
 * no open correction; 422 as for a new calibration
 */
export async function correctCalibration(
  { db, clock }: CalibrationDeps,
  caller: Caller,
  calibrationId: string,
  { correction_reason: reason, ...sent }: CalibrationCorrection,
): Promise<CalibrationRecord> {
  requireDecider(caller)
  requirePerformed(clock, sent)
  return db.transaction(caller.workspaceId, async (tx) => {
    const { row, instrument } = await lockRecord(tx, caller, calibrationId)
    const performedAt = sent.performed_at ?? row.performedAt
    const body = { ...sent, performed_at: performedAt }
    const standard = await referenceStandardOf(
      tx,
      clock,
      caller,
      body.reference_standard_asset_id,
      performedAt,
    )
    await requireCorrectable(tx, row)
    const stated = statedFieldsOf(caller, instrument, body, performedAt)
    const correction = { of: row, reason }
    const checked = { instrument, stated, standard, correction }
    return presentCalibration(await enterCalibration(tx, clock, caller, checked))
  })
}

async function requireCorrectable(tx: Transaction, row: CalibrationRow): Promise<void> {
  if (row.decision !== 'approved') throw refused('Only an approved record can be corrected.')
  const status = statusOf(row)
  if (status !== 'current') throw refused(`This record is ${status}; only a current one can be corrected.`)
  await requireNoOpenCorrection(tx, row)
}

/** @throws 409 CONFLICT while a correction of the record waits for its decision */
export async function requireNoOpenCorrection(tx: Transaction, row: CalibrationRow): Promise<void> {
  if (!(await hasOpenCorrection(tx, row.calibrationId))) return
  throw refused('A correction of this record waits for its decision; decide on it or void it first.')
}
