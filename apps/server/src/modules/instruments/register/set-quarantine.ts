import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import {
  changeInstrument,
  type ChangeEntry,
  type InstrumentDeps,
  type VersionedInstrument,
} from './change-instrument.ts'
import { requireActive } from './require-active.ts'

/** @throws 403 FORBIDDEN unless the caller is an admin or a manager; only they set and clear quarantines */
export function requireQuarantineRole(actor: Pick<Actor, 'role'>): void {
  if (actor.role === 'admin' || actor.role === 'manager') return
  throw new ApiError('FORBIDDEN', { reason: because('instrument.quarantine_role') })
}

/** Returns the entry of a quarantine that a person sets or clears, without a failed record as its cause. */
export function quarantineEntry(isQuarantined: boolean, reason: string | null): ChangeEntry {
  return {
    kind: isQuarantined ? 'instrument.quarantined' : 'instrument.quarantine_lifted',
    fields: { isQuarantined, quarantineCalibrationId: null },
    reason,
  }
}

/**
 * Manually sets or clears the quarantine of an instrument. Does nothing if it already has that state, even if a
 * failed record set it.
 * @throws 403 FORBIDDEN by role; 404 NOT_FOUND; 409 ASSET_RETIRED
 */
export async function setQuarantine(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  { isQuarantined, reason }: { isQuarantined: boolean; reason: string | null },
): Promise<VersionedInstrument> {
  requireQuarantineRole(caller)
  return changeInstrument(deps, caller, instrumentId, (row) => {
    requireActive(row)
    const entries = row.isQuarantined === isQuarantined ? [] : [quarantineEntry(isQuarantined, reason)]
    return { entries, event: 'instrument.updated' }
  })
}
