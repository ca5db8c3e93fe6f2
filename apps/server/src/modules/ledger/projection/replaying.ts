import { UnavailableError } from '../../../platform/errors.ts'
import { LedgerWrong } from './ledger-fault.ts'

/** Replays an entry. Raises LedgerWrong for one that no writer can have written. */
export function replaying<T>(index: number, replay: () => T): T {
  try {
    return replay()
  } catch (error) {
    throw wrongOrOfDatabase(index, error)
  }
}

/** What failed in replaying an entry says of it that it is wrong, save where the database failed. */
export function wrongOrOfDatabase(index: number, error: unknown): unknown {
  if (error instanceof LedgerWrong || isOfDatabase(error)) return error
  const what = `It describes an impossible change: ${(error as Error).message}.`
  return new LedgerWrong({ index, found: 'entries', what })
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof UnavailableError || (error instanceof Error && 'code' in error)
}
