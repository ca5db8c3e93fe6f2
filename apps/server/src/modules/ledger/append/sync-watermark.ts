import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { findLastEntryAt } from './store.ts'

/** Headers of a list that clients keep a copy of. */
export type SyncHeaders = { readonly 'sync-watermark'?: string }

/**
 * Returns the time of the last entry that is committed, for a list that is read after this: entries are made one after the
 * other under the head of the ledger, so that the list holds every change up to it, however slow commits are (decisions,
 * section 5). A clock promises nothing of the kind: a change that was made before it may be committed after it.
 */
export async function syncWatermark(queries: WorkspaceQueries): Promise<SyncHeaders> {
  const at = await findLastEntryAt(queries)
  return at === undefined ? {} : { 'sync-watermark': at }
}
