import type { Clock } from '../../platform/clock.ts'
import { sql, type Database } from '../../platform/db/index.ts'
import { enterDigests } from './digests.ts'
import { dropOpenMails } from './mail-store.ts'
import { notifyOverdue } from './notify-overdue.ts'
import { forgetReaderPosition } from './store.ts'

/**
 * Settles the mails of a workspace that was just restored, so that nothing is sent that the backed-up server has sent
 * since, or may have: mails that were waiting or being sent are dropped, today's digests whose hour has passed count as sent,
 * people are notified of overdue instruments in the application only, and people are notified only of ledger entries from now on. What the
 * application showed stays as it was.
 */
export async function settleRestoredMails(
  parts: { readonly db: Database; readonly clock: Clock },
  workspaceId: string,
): Promise<void> {
  await enterDigests(parts, workspaceId)
  await notifyOverdue({ ...parts, sendsMail: false }, workspaceId)
  await parts.db.transaction(workspaceId, async (tx) => {
    await dropOpenMails(tx, sql`${parts.clock.now().toISOString()}::timestamptz`)
    await forgetReaderPosition(tx)
  })
}
