import { because, type CalibrationRecord } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Caller } from '../../access/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { lockRecord, refused, requireDecider } from '../lock-record.ts'
import { serializeMarker, statusOf } from '../serialize.ts'
import { findCounting, hasOpenCorrection } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'
import { planVoid } from '../write/plan.ts'
import type { MarkerDraft } from '../write/write-store.ts'
import { lockHeadInputs, writeChanges } from '../write/write.ts'

/**
 * Voids an approved or pending record by appending a marker, which is returned. A record that it corrected is not
 * reinstated: the next older record counts.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 CONFLICT for a record that is rejected, superseded or voided, or
 * whose correction is pending
 */
export async function voidCalibration(
  deps: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  { reason }: { reason: string },
): Promise<CalibrationRecord> {
  requireDecider(sender)
  return deps.db.transaction(sender.workspaceId, async (tx) => {
    const { row, instrument, caller } = await lockRecord(tx, sender, calibrationId)
    await requireVoidable(tx, row)
    const remaining = await findCounting(tx, instrument.instrumentId, calibrationId)
    const marker = markerOf(caller, row, reason)
    const head = await lockHeadInputs(tx, deps.clock, caller, [instrument])
    const planned = planVoid(head, { row, instrument, marker, remaining })
    await writeChanges(tx, deps, head, [planned])
    return serializeMarker(planned.marked)
  })
}

async function requireVoidable(tx: Transaction, row: CalibrationRow): Promise<void> {
  if (row.decision === 'rejected') throw refused(because('calibration.rejected_not_voidable'))
  const status = statusOf(row)
  if (status === 'voided') throw refused(because('calibration.voided_already'))
  if (status === 'superseded') throw refused(because('calibration.superseded_not_voidable'))
  if (await hasOpenCorrection(tx, row.calibrationId)) throw refused(because('calibration.correction_waits'))
}

function markerOf(caller: Caller, row: CalibrationRow, reason: string): MarkerDraft {
  return {
    voidId: newId(),
    voidsId: row.calibrationId,
    instrumentId: row.instrumentId,
    voidedBy: caller.name,
    voidedByPersonId: caller.userId,
    reason,
  }
}
