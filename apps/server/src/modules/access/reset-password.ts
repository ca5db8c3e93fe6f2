import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { appendEntries } from '../ledger/index.ts'
import { hashPassword, makePassword } from './password.ts'
import { findMember, savePasswordHash } from './people-store.ts'
import { requireOwnPerson } from './require-own-person.ts'
import { deleteSessionsOf } from './session-store.ts'

/**
 * Gives a member a new password and ends their sessions. Answers the password, which is told only here.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person who belongs to another workspace too
 */
export async function resetPassword(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  personId: string,
): Promise<string> {
  const password = makePassword()
  const hash = await hashPassword(password)
  await db.transaction(actor.workspaceId, async (tx) => {
    const member = await findMember(tx, personId)
    if (!member) throw notFound()
    await requireOwnPerson(tx, personId)
    const [place] = await appendEntries(tx, clock, actor, [
      { kind: 'user.password_reset', subject: { type: 'user', id: personId }, payload: {} },
    ])
    await savePasswordHash(tx, newId(), personId, hash, place.at)
    await deleteSessionsOf(tx, personId)
  })
  return password
}
