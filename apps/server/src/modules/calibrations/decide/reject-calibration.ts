import type { CalibrationRecord } from '@plumbline/contract'
import type { Caller } from '../../access/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { lockRecord, requireDecider, requireUndecided } from '../lock-record.ts'
import { serializeCalibration } from '../serialize.ts'
import { decisionOf } from '../write/decision.ts'
import { planRejection } from '../write/plan.ts'
import { lockHeadInputs, writeChanges } from '../write/write.ts'

/**
 * Rejects a pending record: it will never count. Rejecting a correction leaves the record to be corrected unchanged.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 CONFLICT for a record that is decided or voided
 */
export async function rejectCalibration(
  deps: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  { reason }: { reason: string },
): Promise<CalibrationRecord> {
  requireDecider(sender)
  return deps.db.transaction(sender.workspaceId, async (tx) => {
    const { row, instrument, caller } = await lockRecord(tx, sender, calibrationId)
    requireUndecided(row)
    const decision = decisionOf(caller, { decision: 'rejected', reason })
    const head = await lockHeadInputs(tx, deps.clock, caller, [instrument])
    const planned = planRejection(head, { row, instrument, decision, reason })
    await writeChanges(tx, deps, head, [planned])
    return serializeCalibration(planned.row)
  })
}
