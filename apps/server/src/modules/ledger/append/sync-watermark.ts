import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { findLastEntryAt } from './store.ts'

/**
 * Returns a list, read in one snapshot, with the time of the last entry that the snapshot sees. Entries are made one after
 * the other under the head of the ledger, so that the list holds every change up to it, however slow commits are (decisions,
 * section 5). A clock promises nothing of the kind: a change that was made before it may be committed after it.
 */
export function withSyncWatermark<Body>(
  db: Pick<Database, 'snapshot'>,
  workspaceId: string,
  list: (queries: WorkspaceQueries) => Promise<Body>,
): Promise<{ body: Body; headers: Record<string, string> }> {
  return db.snapshot(workspaceId, async (queries) => {
    const [at, body] = await Promise.all([findLastEntryAt(queries), list(queries)])
    return { body, headers: at === undefined ? {} : { 'sync-watermark': at } }
  })
}
