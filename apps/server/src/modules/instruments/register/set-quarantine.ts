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

/** @throws 403 FORBIDDEN for anyone but admins and managers, who set and clear quarantines */
export function requireQuarantineRole(actor: Pick<Actor, 'role'>): void {
  if (actor.role === 'admin' || actor.role === 'manager') return
  throw new ApiError('FORBIDDEN', { reason: because('instrument.quarantine_role') })
}

/** The entry of a quarantine that a person sets or clears: no failed record stands behind it. */
export function quarantineEntry(isQuarantined: boolean, reason: string | null): ChangeEntry {
  return {
    kind: isQuarantined ? 'instrument.quarantined' : 'instrument.quarantine_lifted',
    fields: { isQuarantined, quarantineCalibrationId: null },
    reason,
  }
}

/**
 * Sets or clears the quarantine of an instrument by hand. What holds already changes nothing, also where a
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
