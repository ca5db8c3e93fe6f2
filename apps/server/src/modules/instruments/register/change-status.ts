import { because, type InstrumentStatus } from '@plumbline/contract'
import { invalidField } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { today } from '../../compliance/index.ts'
import {
  changeInstrument,
  type ChangedInstrument,
  type Decide,
  type InstrumentDeps,
} from './change-instrument.ts'
import type { InstrumentRow, LifecycleFields } from '../instrument.ts'
import { requireActive } from './require-active.ts'
import { requireReason } from './require-reason.ts'

/** Statuses between which an instrument moves freely; retirement is a separate operation and is final. */
export type MovableStatus = Exclude<InstrumentStatus, 'retired'>

/**
 * Moves an instrument to another status; does nothing if it already has that status.
 * @throws 404 NOT_FOUND; 409 ASSET_RETIRED; 422 VALIDATION_ERROR for a blank reason, and for leaving REFERENCE_ONLY
 * without an interval
 */
export async function changeStatus(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  move: { status: MovableStatus; reason: string },
): Promise<ChangedInstrument> {
  return changeInstrument(deps, caller, instrumentId, statusDecision(deps, caller, move))
}

/** Decides on a move to another status; refuses as described for `changeStatus`. */
export function statusDecision(
  { clock }: Pick<InstrumentDeps, 'clock'>,
  caller: Caller,
  { status, reason: sent }: { status: MovableStatus; reason: string },
): Decide {
  const reason = requireReason(sent)
  return (row) => {
    requireActive(row)
    if (row.calibrationIntervalValue === null && status !== 'REFERENCE_ONLY') {
      throw invalidField('status', because('field.interval_first'))
    }
    const fields = { status, ...sendingOut(row, status, today(clock.now(), caller.workspace.timeZone)) }
    return {
      entries: row.status === status ? [] : [{ kind: 'instrument.status_changed', fields, reason }],
      event: { type: 'instrument.status_changed', previousStatus: row.status, reason },
    }
  }
}

/** Sending out records the status to return to and the date; every other move clears them. */
function sendingOut(
  row: InstrumentRow,
  status: MovableStatus,
  date: string,
): Pick<LifecycleFields, 'statusBeforeSendingOut' | 'sentOutOn' | 'shipment'> {
  if (status !== 'OUT_FOR_CALIBRATION')
    return { statusBeforeSendingOut: null, sentOutOn: null, shipment: null }
  return { statusBeforeSendingOut: row.status, sentOutOn: date, shipment: null }
}
