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
 * Removes the binding of a person's account at an identity provider.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person without a password, who would be locked out
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
 * Removes all accounts of identity providers of a member, and ends their sessions, because one of the accounts may
 * have started them; returns how many accounts were removed.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a person who has none, or who also belongs to another workspace
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
