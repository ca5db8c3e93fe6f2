import type { Caller } from '../../access/index.ts'
import {
  changeInstrument,
  type Decide,
  type InstrumentDeps,
  type VersionedInstrument,
} from './change-instrument.ts'

/**
 * Retires an instrument permanently. If it is already retired, returns it without changes.
 * @param reason null through the public API, which does not ask for one; the app requires one
 * @throws 404 NOT_FOUND
 */
export async function retireInstrument(
  deps: InstrumentDeps,
  caller: Caller,
  instrumentId: string,
  { reason }: { reason: string | null },
): Promise<VersionedInstrument> {
  return changeInstrument(deps, caller, instrumentId, retirementDecision(reason))
}

/** Decides on a retirement. */
export function retirementDecision(reason: string | null): Decide {
  const fields = { status: 'retired', statusBeforeSendingOut: null, sentOutOn: null, shipment: null } as const
  return () => ({
    entries: [{ kind: 'instrument.retired', fields, reason }],
    following: (at) => ({ retiredAt: at }),
    event: 'instrument.retired',
  })
}
