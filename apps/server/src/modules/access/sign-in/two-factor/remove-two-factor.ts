import { because } from '@plumbline/contract'
import type { Actor } from '../../../../platform/actor.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { ApiError } from '../../../../platform/errors.ts'
import { appendEntries } from '../../../ledger/index.ts'
import { lockCredentials, recordedCredentials } from '../../credentials-store.ts'
import { requireOwnMember } from '../../people/require-own-person.ts'
import { deleteSecondFactor } from './second-factor-store.ts'
import { deleteSessionsOf } from '../../sessions/ended-session-store.ts'

/**
 * Removes the second factor of a member who lost it, and ends their sessions.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person who has none, or who also belongs to another workspace
 */
export async function removeTwoFactor(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  personId: string,
): Promise<void> {
  await db.transaction(actor.workspaceId, async (tx) => {
    await requireOwnMember(tx, personId)
    await lockCredentials(tx, personId)
    if (!(await deleteSecondFactor(tx, personId))) throw hasNone()
    await deleteSessionsOf(tx, personId)
    const payload = await recordedCredentials(tx, personId)
    await appendEntries(tx, clock, actor, [
      { kind: 'user.two_factor_disabled', subject: { type: 'user', id: personId }, payload },
    ])
  })
}

function hasNone(): ApiError {
  return new ApiError('CONFLICT', { reason: because('person.no_two_factor') })
}
