import type { WorkspaceQueries } from '../db/index.ts'
import { deleteLapsedClaims } from './claim-store.ts'

/** No request goes on so long after its lease has run out. */
const FORGOTTEN_MS = 60 * 60 * 1000

/**
 * Removes claims that a crash left behind and that nobody took over, of one workspace. Should their holder be alive all the
 * same, it can no longer finish its work. Returns how many there were.
 */
export function forgetClaims(queries: WorkspaceQueries): Promise<number> {
  return deleteLapsedClaims(queries, FORGOTTEN_MS)
}
