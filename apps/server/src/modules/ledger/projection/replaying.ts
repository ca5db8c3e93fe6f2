import { UnavailableError } from '../../../platform/errors.ts'
import { LedgerFaultError } from './ledger-fault.ts'

/** Replays an entry. Throws LedgerFaultError for an entry that could not have been written. */
export function replaying<T>(index: number, replay: () => T): T {
  try {
    return replay()
  } catch (error) {
    throw wrongOrOfDatabase(index, error)
  }
}

/** Treats a failed replay as a fault of the entry, unless the database failed. */
export function wrongOrOfDatabase(index: number, error: unknown): unknown {
  if (error instanceof LedgerFaultError || isOfDatabase(error)) return error
  const what = `It describes an impossible change: ${(error as Error).message}.`
  return new LedgerFaultError({ index, found: 'entries', what })
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof UnavailableError || (error instanceof Error && 'code' in error)
}
