import type { Database } from '../../../platform/db/index.ts'
import { workspacesWithMembers } from '../../access/index.ts'
import { deleteEmptyCounts } from './count-store.ts'

/** Deletes counts of due dates that no instrument has any more: each day leaves some behind. */
export async function forgetEmptyCounts({ db }: { db: Database }): Promise<void> {
  for (const workspaceId of await workspacesWithMembers(db.global)) {
    await deleteEmptyCounts(db.in(workspaceId))
  }
}
