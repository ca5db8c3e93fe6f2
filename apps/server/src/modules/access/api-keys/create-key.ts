import { because, type Scope } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { notFound, unusableValue } from '../../../platform/errors.ts'
import { isUuid, newId } from '../../../platform/ids.ts'
import { appendEntries } from '../../ledger/index.ts'
import { digestOfKey, makeApiKey } from './api-key.ts'
import { insertKey, markKeyRevoked } from './key-store.ts'
import { apiKeyPayload } from '../ledger-payload.ts'
import { findMember } from '../people-store.ts'
import { requireSites } from '../require-sites.ts'
import { findServiceAccount } from '../service-accounts/service-account-store.ts'

/** A key to be created. */
export interface NewKey {
  name: string
  /** The member on whose behalf the key acts, by ID or email address, or the service account as which it acts. */
  owner: string | { readonly serviceAccountId: string }
  scope: Scope
  /** Sites that the key has access to; null: all sites of its owner. */
  siteIds: string[] | null
  expiresAt: string | null
}

/** The result of creating a key; the key itself is returned only here. */
export interface CreatedKey {
  keyId: string
  key: string
  prefix: string
}

/**
 * Creates an API key for a member or a service account.
 * @throws 422 INVALID_REQUEST if the owner is neither or a site is unknown
 */
export async function createKey(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  input: NewKey,
): Promise<CreatedKey> {
  const { key, stored } = makeApiKey()
  const keyId = newId()
  await db.transaction(actor.workspaceId, async (tx) => {
    const ownerId = await requireOwner(tx, input.owner)
    await requireSites(tx, input.siteIds)
    const [entry] = await appendEntries(tx, clock, actor, [
      {
        kind: 'api_key.created',
        subject: { type: 'api_key', id: keyId },
        payload: {
          ...apiKeyPayload.write({ ...input, prefix: stored.prefix, ownerId }),
          credential_sha256: digestOfKey(stored),
        },
      },
    ])
    const { name, scope, siteIds, expiresAt } = input
    await insertKey(tx, {
      keyId,
      name,
      scope,
      siteIds,
      expiresAt,
      ownerId,
      ...stored,
      createdAt: entry.at,
    })
  })
  return { keyId, key, prefix: stored.prefix }
}

async function requireOwner(tx: Transaction, owner: NewKey['owner']): Promise<string> {
  if (typeof owner === 'string') {
    const member = await findMember(tx, owner)
    if (!member && isUuid(owner) && (await findServiceAccount(tx, owner))) return owner
    if (!member) throw unusableValue('owner', because('api_key.owner_no_member'))
    return member.personId
  }
  const account = await findServiceAccount(tx, owner.serviceAccountId)
  if (!account?.isActive)
    throw unusableValue('service_account_id', because('api_key.owner_no_service_account'))
  return account.serviceAccountId
}

/**
 * Revokes a key immediately and permanently; a repeated call changes nothing.
 * @throws 404 NOT_FOUND if the workspace has no such key
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
