import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { appendEntries } from '../../ledger/index.ts'
import { sealLink } from './link-seal.ts'
import { deleteResetLinksOf, insertLink } from './one-time-link-store.ts'
import { makeOneTimeToken } from './one-time-token.ts'
import { requireOwnMember } from '../people/require-own-person.ts'

/** Validity of a reset link: long enough to reach a person on another shift. */
const RESET_LINK_MS = 24 * 60 * 60 * 1000

/** A link that sets a new password, once. */
export interface IssuedResetLink {
  token: string
  expiresAt: string
}

/**
 * Creates a link with which a member chooses a new password, replacing any earlier one. The current password and the
 * sessions remain valid until it is used. The token is returned only here.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person who also belongs to another workspace
 */
export async function issueResetLink(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  actor: Actor,
  personId: string,
): Promise<IssuedResetLink> {
  const { token, hash } = makeOneTimeToken()
  return db.transaction(actor.workspaceId, async (tx) => {
    await requireOwnMember(tx, personId)
    const [{ at }] = await appendEntries(tx, clock, actor, [
      { kind: 'user.password_reset', subject: { type: 'user', id: personId }, payload: {} },
    ])
    const expiresAt = new Date(Date.parse(at) + RESET_LINK_MS).toISOString()
    const { workspaceId } = actor
    const link = sealLink(secrets, {
      tokenHash: hash,
      purpose: 'password_reset',
      workspaceId,
      personId,
      expiresAt,
    })
    await deleteResetLinksOf(tx, personId)
    await insertLink(tx, link, at)
    return { token, expiresAt }
  })
}
