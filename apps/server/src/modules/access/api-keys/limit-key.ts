import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { appendEntries } from '../../ledger/index.ts'
import { lockKeyLimit, updateKeyLimit } from './key-store.ts'

/**
 * Sets the requests per minute allowed for one key; null restores the configured limit. It applies to the next
 * request in any process; the count of the current minute is not reset.
 * @throws 404 NOT_FOUND if the workspace has no such key
 */
export async function limitKey(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  keyId: string,
  requestsPerMinute: number | null,
): Promise<void> {
  await db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockKeyLimit(tx, keyId)
    if (before === undefined) throw notFound()
    if (before === requestsPerMinute) return
    const changes = { rate_limit_per_minute: { before, after: requestsPerMinute } }
    await appendEntries(tx, clock, actor, [
      { kind: 'api_key.updated', subject: { type: 'api_key', id: keyId }, payload: { changes } },
    ])
    await updateKeyLimit(tx, keyId, requestsPerMinute)
  })
}
