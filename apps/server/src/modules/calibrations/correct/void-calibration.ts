import { because, type CalibrationRecord } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Caller } from '../../access/index.ts'
import type { CalibrationDeps } from '../deps.ts'
import { requireNoOpenCorrection } from './correct-calibration.ts'
import { emitRecordEvents } from '../events.ts'
import { voidEntry } from '../ledger-payload.ts'
import { lockRecord, refused, requireDecider } from '../lock-record.ts'
import { presentMarker, statusOf } from '../present.ts'
import { findCounting } from '../read-store.ts'
import { enterDecided, underPresentSettings } from '../settings-at-head.ts'
import type { CalibrationRow, MarkerRow } from '../record.ts'
import { takeEffect } from '../basis/take-effect.ts'
import { insertMarker, type MarkerDraft, type Place } from '../write-store.ts'

/**
 * Voids an approved or pending record by appending a marker, which is the response. A record that it corrected
 * is not revived: the next older one counts.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 CONFLICT for a record that is rejected, superseded or
 * voided, or whose correction waits for its decision
 */
export async function voidCalibration(
  deps: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  { reason }: { reason: string },
): Promise<CalibrationRecord> {
  requireDecider(sender)
  return underPresentSettings(() => appendMarker(deps, sender, calibrationId, reason))
}

async function appendMarker(
  { db, clock, followRecords }: CalibrationDeps,
  sender: Caller,
  calibrationId: string,
  reason: string,
): Promise<CalibrationRecord> {
  return db.transaction(sender.workspaceId, async (tx) => {
    const { row, instrument, caller } = await lockRecord(tx, sender, calibrationId)
    await requireVoidable(tx, row)
    const remaining = await findCounting(tx, instrument.instrumentId, calibrationId)
    const draft = markerOf(caller, row, reason)
    const [place] = await enterDecided(tx, clock, caller, [voidEntry(draft)])
    const marker = placedMarker(draft, place)
    insertMarker(tx, draft, place)
    emitRecordEvents(tx, { ...row, voidedById: draft.voidId }, instrument, place.at, [
      { type: 'calibration.voided', marker },
    ])
    await takeEffect(tx, clock, caller.workspace, instrument, place, { remaining, ended: calibrationId })
    await followRecords?.(tx, clock, caller, [{ instrument, approved: null, endedId: calibrationId }])
    return presentMarker(marker)
  })
}

async function requireVoidable(tx: Transaction, row: CalibrationRow): Promise<void> {
  if (row.decision === 'rejected') throw refused(because('calibration.rejected_not_voidable'))
  const status = statusOf(row)
  if (status === 'voided') throw refused(because('calibration.voided_already'))
  if (status === 'superseded') throw refused(because('calibration.superseded_not_voidable'))
  await requireNoOpenCorrection(tx, row)
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

function placedMarker(draft: MarkerDraft, place: Place): MarkerRow {
  return {
    recordType: 'void',
    calibrationId: draft.voidId,
    instrumentId: draft.instrumentId,
    ledgerIndex: place.index,
    createdAt: place.at,
    performedAt: place.at,
    performedBy: draft.voidedBy,
    voidsId: draft.voidsId,
    notes: draft.reason,
  }
}
