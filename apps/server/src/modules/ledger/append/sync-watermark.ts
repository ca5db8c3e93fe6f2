import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { findLastEntryAt } from './store.ts'

/**
 * Returns a list, read in one snapshot, with the time of the last entry that the snapshot sees. Entries are made one
 * after another while holding the ledger's head, so the list contains every change up to that time, however slow
 * commits are (decisions, section 5). A clock cannot guarantee this: a change made before a given time may be
 * committed after it.
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
