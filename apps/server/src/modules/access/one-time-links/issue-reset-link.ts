import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { appendEntries } from '../../ledger/index.ts'
import { requireOwnMember } from '../people/require-own-person.ts'
import { issueLink, type IssuedLink } from './issue-link.ts'

/**
 * Creates a link with which a member chooses a new password, replacing any earlier one. The current password and the
 * sessions remain valid until it is used. The token is returned only here.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person who also belongs to another workspace
 */
export async function issueResetLink(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  actor: Actor,
  personId: string,
): Promise<IssuedLink> {
  return db.transaction(actor.workspaceId, async (tx) => {
    await requireOwnMember(tx, personId)
    const [{ at }] = await appendEntries(tx, clock, actor, [
      { kind: 'user.password_reset', subject: { type: 'user', id: personId }, payload: {} },
    ])
    return issueLink(tx, secrets, { purpose: 'password_reset', personId }, at)
  })
}
