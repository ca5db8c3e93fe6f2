import { because, type Scope } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { notFound, unusableValue } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries } from '../../ledger/index.ts'
import { makeApiKey } from './api-key.ts'
import { insertKey, markKeyRevoked } from './key-store.ts'
import { apiKeyPayload } from '../ledger-payload.ts'
import { findMember } from '../people-store.ts'
import { requireSites } from '../require-sites.ts'

/** A key to be made. */
export interface NewKey {
  name: string
  /** Id or e-mail address of the member on whose behalf the key acts. */
  owner: string
  scope: Scope
  /** Sites that the key reaches; null: all that its owner reaches. */
  siteIds: string[] | null
  expiresAt: string | null
}

/** What is returned of a new key; the key itself is returned only here. */
export interface CreatedKey {
  keyId: string
  key: string
  prefix: string
}

/**
 * Makes an API key for a member.
 * @throws 422 INVALID_REQUEST when the owner is no member or a site is unknown
 */
export async function createKey(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  input: NewKey,
): Promise<CreatedKey> {
  const { key, stored } = makeApiKey()
  const keyId = newId()
  await db.transaction(actor.workspaceId, async (tx) => {
    const owner = await findMember(tx, input.owner)
    if (!owner) throw unusableValue('owner_user_id', because('api_key.owner_no_member'))
    await requireSites(tx, input.siteIds)
    const [place] = await appendEntries(tx, clock, actor, [
      {
        kind: 'api_key.created',
        subject: { type: 'api_key', id: keyId },
        payload: apiKeyPayload.write({ ...input, prefix: stored.prefix, personId: owner.personId }),
      },
    ])
    const { name, scope, siteIds, expiresAt } = input
    await insertKey(tx, {
      keyId,
      name,
      scope,
      siteIds,
      expiresAt,
      personId: owner.personId,
      ...stored,
      createdAt: place.at,
    })
  })
  return { keyId, key, prefix: stored.prefix }
}

/**
 * Revokes a key at once and for good; a repeated call changes nothing.
 * @throws 404 NOT_FOUND when the workspace has no such key
 */
export async function revokeKey(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  keyId: string,
): Promise<void> {
  await db.transaction(actor.workspaceId, async (tx) => {
    const at = clock.now().toISOString()
    const state = await markKeyRevoked(tx, keyId, at)
    if (state === 'unknown') throw notFound()
    if (state === 'revoked_before') return
    await appendEntries(tx, clock, actor, [
      { kind: 'api_key.revoked', subject: { type: 'api_key', id: keyId }, payload: { revoked_at: at } },
    ])
  })
}
