import type { WorkspaceQueries } from '../db/index.ts'
import { deleteLapsedClaims } from './claim-store.ts'

/** No request continues for this long after its lease has expired. */
const FORGOTTEN_MS = 60 * 60 * 1000

/**
 * Deletes the claims of one workspace that were left by a crash and not taken over. If the holder is still running, it
 * can no longer finish its work. Returns their number.
 */
export function forgetClaims(queries: WorkspaceQueries): Promise<number> {
  return deleteLapsedClaims(queries, FORGOTTEN_MS)
}
