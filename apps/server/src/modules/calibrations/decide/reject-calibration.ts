import type { CalibrationRecord } from '@plumbline/contract'
import type { Caller } from '../../access/index.ts'
import { appendEntries } from '../../ledger/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { decidedRow, decisionOf } from '../decision.ts'
import { emitRecordEvents } from '../events.ts'
import { decisionEntry } from '../ledger-payload.ts'
import { lockRecord, requireDecider, requireUndecided } from '../lock-record.ts'
import { presentCalibration } from '../present.ts'
import { insertDecision } from '../write-store.ts'

/**
 * Rejects a record that waits for a decision: it will never count, and a rejected correction leaves what it
 * was to correct as it is.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 CONFLICT for a record that is decided or voided
 */
export async function rejectCalibration(
  { db, clock }: CalibrationDeps,
  caller: Caller,
  calibrationId: string,
  { reason }: { reason: string },
): Promise<CalibrationRecord> {
  requireDecider(caller)
  return db.transaction(caller.workspaceId, async (tx) => {
    const { row, instrument } = await lockRecord(tx, caller, calibrationId)
    requireUndecided(row)
    const decision = decisionOf(caller, { decision: 'rejected', reason })
    const [place] = await appendEntries(tx, clock, caller, [decisionEntry(row, decision)])
    const rejected = decidedRow(row, decision, place.at)
    insertDecision(tx, calibrationId, decision, place)
    emitRecordEvents(tx, rejected, instrument, place.at, [{ type: 'calibration.rejected', reason }])
    return presentCalibration(rejected)
  })
}
