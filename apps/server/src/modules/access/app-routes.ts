import {
  pageOf,
  type Performer,
  type ApiKeyRead,
  type apiKeyOperations,
  type ResetLink,
  type userOperations,
  type UserRead,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { requireAllSites } from '../workspaces/index.ts'
import { addMember, type NewMember } from './people/add-member.ts'
import { sharesSite, type Caller } from './caller.ts'
import { changeMember } from './people/change-member.ts'
import { createKey, revokeKey } from './api-keys/create-key.ts'
import { findKey, listKeys, type ListedKey } from './api-keys/key-store.ts'
import { issueResetLink } from './one-time-links/issue-reset-link.ts'
import { hashPassword, makePassword } from './passwords/password.ts'
import { listMembers, savePasswordHash, type Member } from './people-store.ts'
import { removeTwoFactor } from './sign-in/two-factor/remove-two-factor.ts'

/** What the app's operations on people and keys work with. */
export interface AccessParts {
  readonly db: Database
  readonly clock: Clock
}

/** What the app's operations on people work with. */
export interface PeopleParts extends AccessParts {
  /** Origin under which people reach the app; links lead there. */
  readonly publicUrl: string
}

/** Handlers of the app's people. */
export function userRoutes(parts: PeopleParts): Handlers<typeof userOperations, Caller> {
  return {
    listUsers: async ({ caller, query }) => {
      const members = await listMembers(parts.db.in(caller.workspaceId))
      const page = members.slice(query.offset, query.offset + query.limit)
      return { body: pageOf(page.map(presentUser), members.length, query) }
    },
    listPerformers: async ({ caller, query }) => {
      const members = await listMembers(parts.db.in(caller.workspaceId))
      const named = members.filter((member) => isPerformer(caller, member))
      const page = named.slice(query.offset, query.offset + query.limit)
      return { body: pageOf(page.map(presentPerformer), named.length, query) }
    },
    createUser: async ({ caller, body }) => {
      requireAllSites(caller)
      const { email, name, role, site_ids: siteIds = null, access_ends_at: accessEndsAt = null } = body
      return { body: await invite(parts, caller, { email, name, role, siteIds, accessEndsAt }) }
    },
    updateUser: async ({ caller, params, body }) => {
      requireAllSites(caller)
      const { site_ids: siteIds, access_ends_at: accessEndsAt, is_active: isActive, ...rest } = body
      const change = { ...rest, siteIds, accessEndsAt, isActive }
      return { body: presentUser(await changeMember(parts, caller, params.user_id, change)) }
    },
    createResetLink: async ({ caller, params }) => {
      requireAllSites(caller)
      const { token, expiresAt } = await issueResetLink(parts, caller, params.user_id)
      const link = `${parts.publicUrl}/reset-password?token=${token}`
      return { body: { id: params.user_id, link, expires_at: expiresAt } satisfies ResetLink }
    },
    removeTwoFactor: async ({ caller, params }) => {
      requireAllSites(caller)
      await removeTwoFactor(parts, caller, params.user_id)
      return { body: { id: params.user_id } }
    },
  }
}

/** A new person gets a password, returned once; a known person keeps theirs. */
async function invite(parts: AccessParts, caller: Caller, input: NewMember) {
  const made = makePassword()
  const hash = await hashPassword(made)
  const at = parts.clock.now().toISOString()
  let password: string | null = null
  const member = await addMember(parts, caller, input, async (tx, { personId, isNew }) => {
    if (!isNew) return
    await savePasswordHash(tx, newId(), personId, hash, at)
    password = made
  })
  return { ...presentUser(member), password }
}

/** Auditors never write, so a calibration is none of theirs. */
function isPerformer(caller: Caller, member: Member): boolean {
  return member.isActive && member.role !== 'auditor' && sharesSite(caller, member)
}

function presentPerformer({ personId, name }: Member): Performer {
  return { id: personId, name }
}

function presentUser(member: Member): UserRead {
  return {
    id: member.personId,
    email: member.email,
    name: member.name,
    role: member.role,
    site_ids: member.siteIds,
    access_ends_at: member.accessEndsAt,
    is_active: member.isActive,
    has_two_factor: member.hasTwoFactor,
  }
}

/** Handlers of the app's API keys. */
export function apiKeyRoutes(parts: AccessParts): Handlers<typeof apiKeyOperations, Caller> {
  const read = async (caller: Caller, keyId: string) => {
    const key = await findKey(parts.db.in(caller.workspaceId), keyId)
    if (!key) throw new Error(`key ${keyId} vanished`)
    return presentKey(key)
  }
  return {
    listApiKeys: async ({ caller, query }) => {
      const keys = await listKeys(parts.db.in(caller.workspaceId))
      const page = keys.slice(query.offset, query.offset + query.limit)
      return { body: pageOf(page.map(presentKey), keys.length, query) }
    },
    createApiKey: async ({ caller, body }) => {
      requireAllSites(caller)
      const {
        name,
        scope,
        service_account_id: serviceAccountId,
        site_ids: siteIds,
        expires_at: expiresAt,
      } = body
      const { keyId, key } = await createKey(parts, caller, {
        name,
        scope,
        owner: serviceAccountId == null ? caller.id : { serviceAccountId },
        siteIds: siteIds ?? null,
        expiresAt: expiresAt ?? null,
      })
      return { body: { ...(await read(caller, keyId)), key } }
    },
    revokeApiKey: async ({ caller, params }) => {
      requireAllSites(caller)
      await revokeKey(parts, caller, params.key_id)
      return { body: await read(caller, params.key_id) }
    },
  }
}

function presentKey(key: ListedKey): ApiKeyRead {
  return {
    id: key.keyId,
    name: key.name,
    scope: key.scope,
    prefix: key.prefix,
    owner_user_id: key.isOfServiceAccount ? null : key.ownerId,
    service_account_id: key.isOfServiceAccount ? key.ownerId : null,
    created_by: key.createdBy,
    site_ids: key.siteIds,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    created_at: key.createdAt,
  }
}
