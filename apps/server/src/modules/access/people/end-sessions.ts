import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { appendEntries } from '../../ledger/index.ts'
import { deleteSessionsOf } from '../sessions/ended-session-store.ts'
import { requireOwnMember } from './require-own-person.ts'

/**
 * Signs a member out everywhere; returns the number of sessions ended. Nothing is recorded if there were none.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person who also belongs to another workspace
 */
export async function endSessions(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  personId: string,
): Promise<number> {
  return db.transaction(actor.workspaceId, async (tx) => {
    await requireOwnMember(tx, personId)
    const ended = await deleteSessionsOf(tx, personId)
    if (ended === 0) return 0
    await appendEntries(tx, clock, actor, [
      { kind: 'user.sessions_ended', subject: { type: 'user', id: personId }, payload: { sessions: ended } },
    ])
    return ended
  })
}
