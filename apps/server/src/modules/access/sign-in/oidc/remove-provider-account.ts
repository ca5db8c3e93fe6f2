import { because } from '@plumbline/contract'
import type { Actor } from '../../../../platform/actor.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { ApiError, notFound } from '../../../../platform/errors.ts'
import { appendEntries } from '../../../ledger/index.ts'
import { lockCredentials, recordedCredentials } from '../../credentials-store.ts'
import { enterPersonalChange } from '../../enter-personal-change.ts'
import { findPasswordHash, type Person } from '../../people-store.ts'
import { requireOwnMember } from '../../people/require-own-person.ts'
import { deleteSessionsOf } from '../../sessions/ended-session-store.ts'
import { deleteBoundAccounts, listBoundAccounts } from './oidc-store.ts'

interface Parts {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Lets an account of an identity provider sign its person in no longer.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person without a password, who would be kept out
 */
export async function removeOwnProviderAccount(parts: Parts, person: Person, id: string): Promise<void> {
  const { personId } = person
  const bound = await listBoundAccounts(parts.db.global, personId)
  if (!bound.some((one) => one.id === id)) throw notFound()
  if ((await findPasswordHash(parts.db.global, personId)) === undefined) throw hasNoPassword()
  await enterPersonalChange(parts, person, 'user.provider_removed', async (queries) => {
    await deleteBoundAccounts(queries, personId, id)
  })
}

/**
 * Lets no account of an identity provider sign a member in any longer, and ends their sessions, as one may have begun them;
 * returns how many accounts did.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person who has none, or who belongs to another workspace too
 */
export async function removeProviderAccounts(
  { db, clock }: Parts,
  actor: Actor,
  personId: string,
): Promise<number> {
  return db.transaction(actor.workspaceId, async (tx) => {
    await requireOwnMember(tx, personId)
    await lockCredentials(tx, personId)
    const removed = await deleteBoundAccounts(tx, personId)
    if (removed === 0) throw new ApiError('CONFLICT', { reason: because('person.no_provider_account') })
    await deleteSessionsOf(tx, personId)
    const payload = await recordedCredentials(tx, personId)
    await appendEntries(tx, clock, actor, [
      { kind: 'user.provider_removed', subject: { type: 'user', id: personId }, payload },
    ])
    return removed
  })
}

function hasNoPassword(): ApiError {
  return new ApiError('CONFLICT', { reason: because('account.no_password') })
}
