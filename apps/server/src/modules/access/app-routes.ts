import {
  because,
  pageOf,
  type Performer,
  type ApiKeyRead,
  type apiKeyOperations,
  type ResetLink,
  type UserCreated,
  type userOperations,
  type UserRead,
  type UserUpdate,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { MailParts } from '../mail/index.ts'
import { requireAllSites } from '../workspaces/index.ts'
import { reachesSite, sharesSite, type Caller } from './caller.ts'
import { changeMember } from './people/change-member.ts'
import { endSessions } from './people/end-sessions.ts'
import { firstDayOfUse } from './api-keys/key-use.ts'
import { useOfKey } from './api-keys/key-use-store.ts'
import { createKey, revokeKey } from './api-keys/create-key.ts'
import { findKey, listKeys, type ListedKey } from './api-keys/key-store.ts'
import { issueResetLink } from './one-time-links/issue-reset-link.ts'
import { listOpenInvitations, type Invitation } from './invitations/invitation-store.ts'
import { invite, renewInvitation, withdrawInvitation, type IssuedInvitation } from './invitations/invite.ts'
import { mailInvitation, mailResetLink } from './one-time-links/mail-link.ts'
import { findPerson, listMembers, type Member } from './people-store.ts'
import { removeProviderAccounts } from './sign-in/oidc/remove-provider-account.ts'
import { removeTwoFactor } from './sign-in/two-factor/remove-two-factor.ts'

/** Dependencies of the app's operations on people and keys. */
export interface AccessParts {
  readonly db: Database
  readonly clock: Clock
}

/** Dependencies of the app's operations on people. */
export interface PeopleParts extends MailParts {
  readonly secrets: Secrets
  /** Origin of the app, used in links. */
  readonly publicUrl: string
}

/** Handlers of the app's people. */
export function userRoutes(parts: PeopleParts): Handlers<typeof userOperations, Caller> {
  return {
    listUsers: async ({ caller, query }) => {
      const users = await listEverybody(parts, caller)
      return { body: pageOf(users.slice(query.offset, query.offset + query.limit), users.length, query) }
    },
    listPerformers: async ({ caller, query }) => {
      const members = await listMembers(parts.db.in(caller.workspaceId))
      const siteId = query.site_id?.toLowerCase()
      const named = members.filter(
        (member) =>
          isPerformer(caller, member) &&
          (siteId === undefined || (reachesSite(caller, siteId) && reachesSite(member, siteId))),
      )
      const page = named.slice(query.offset, query.offset + query.limit)
      return { body: pageOf(page.map(serializePerformer), named.length, query) }
    },
    createUser: async ({ caller, body }) => {
      requireAllSites(caller)
      const { email, name, role, site_ids: siteIds = null, access_ends_at: accessEndsAt = null } = body
      const issued = await invite(parts, caller, { email, name, role, siteIds, accessEndsAt })
      const link = { url: linkOf(parts, issued), expiresAt: issued.invitation.linkExpiresAt! }
      const mail = await mailInvitation(parts, caller, issued.invitation, link)
      const created = { ...serializeInvited(issued.invitation), invitation_link: link.url, mail }
      return { body: created satisfies UserCreated }
    },
    updateUser: async ({ caller, params, body }) => {
      requireAllSites(caller)
      if (await isInvited(parts, caller, params.user_id)) {
        return { body: await takeBack(parts, caller, params.user_id, body) }
      }
      const { site_ids: siteIds, access_ends_at: accessEndsAt, is_active: isActive, ...rest } = body
      const change = { ...rest, siteIds, accessEndsAt, isActive }
      return { body: serializeUser(await changeMember(parts, caller, params.user_id, change)) }
    },
    createResetLink: async ({ caller, params }) => {
      requireAllSites(caller)
      return { body: await makeLink(parts, caller, params.user_id) }
    },
    endUserSessions: async ({ caller, params }) => {
      requireAllSites(caller)
      const endedSessions = await endSessions(parts, caller, params.user_id)
      return { body: { id: params.user_id, ended_sessions: endedSessions } }
    },
    removeProviderAccounts: async ({ caller, params }) => {
      requireAllSites(caller)
      const removed = await removeProviderAccounts(parts, caller, params.user_id)
      return { body: { id: params.user_id, removed_accounts: removed } }
    },
    removeTwoFactor: async ({ caller, params }) => {
      requireAllSites(caller)
      await removeTwoFactor(parts, caller, params.user_id)
      return { body: { id: params.user_id } }
    },
  }
}

/** Returns members and invited people, by name. */
async function listEverybody({ db }: AccessParts, caller: Caller): Promise<UserRead[]> {
  const queries = db.in(caller.workspaceId)
  const [members, invitations] = await Promise.all([listMembers(queries), listOpenInvitations(queries)])
  return [...members.map(serializeUser), ...invitations.map(serializeInvited)].toSorted(byName)
}

/** Creates a new link for an invitation, or one with which a member chooses a new password. */
async function makeLink(parts: PeopleParts, caller: Caller, id: string): Promise<ResetLink> {
  if (await isInvited(parts, caller, id)) {
    const issued = await renewInvitation(parts, caller, id)
    const link = { url: linkOf(parts, issued), expiresAt: issued.invitation.linkExpiresAt! }
    const mail = await mailInvitation(parts, caller, issued.invitation, link)
    return { id, link: link.url, expires_at: link.expiresAt, mail }
  }
  const { token, expiresAt } = await issueResetLink(parts, caller, id)
  const link = { url: `${parts.publicUrl}/reset-password?token=${token}`, expiresAt }
  const mail = await mailResetLink(parts, caller, await findPerson(parts.db.global, id), link)
  return { id, link: link.url, expires_at: expiresAt, mail }
}

/** Whether an ID is that of a pending invitation. */
async function isInvited({ db }: AccessParts, caller: Caller, id: string): Promise<boolean> {
  const invitations = await listOpenInvitations(db.in(caller.workspaceId))
  return invitations.some(({ invitationId }) => invitationId === id)
}

/** @throws 409 CONFLICT for any other change of an invitation */
async function takeBack(
  parts: AccessParts,
  caller: Caller,
  invitationId: string,
  { is_active: isActive, ...rest }: UserUpdate,
): Promise<UserRead> {
  if (isActive !== false || Object.keys(rest).length > 0) {
    throw new ApiError('CONFLICT', { reason: because('person.not_accepted') })
  }
  return { ...serializeInvited(await withdrawInvitation(parts, caller, invitationId)), is_active: false }
}

function linkOf({ publicUrl }: PeopleParts, { token }: IssuedInvitation): string {
  return `${publicUrl}/invitation?token=${token}`
}

function byName(one: UserRead, other: UserRead): number {
  return one.name.localeCompare(other.name) || one.id.localeCompare(other.id)
}

/** As entered by the person who invites; an existing account of the address is not consulted. */
function serializeInvited(invitation: Invitation): UserRead {
  return {
    id: invitation.invitationId,
    email: invitation.email,
    name: invitation.name,
    role: invitation.role,
    site_ids: invitation.siteIds,
    access_ends_at: invitation.accessEndsAt,
    is_active: true,
    is_pending: true,
    invitation_expires_at: invitation.linkExpiresAt,
    has_two_factor: false,
    has_provider_account: false,
  }
}

/** Auditors never write, so they cannot have performed a calibration. */
function isPerformer(caller: Caller, member: Member): boolean {
  return member.isActive && member.role !== 'auditor' && sharesSite(caller, member)
}

function serializePerformer({ personId, name }: Member): Performer {
  return { id: personId, name }
}

function serializeUser(member: Member): UserRead {
  return {
    id: member.personId,
    email: member.email,
    name: member.name,
    role: member.role,
    site_ids: member.siteIds,
    access_ends_at: member.accessEndsAt,
    is_active: member.isActive,
    is_pending: false,
    invitation_expires_at: null,
    has_two_factor: member.hasTwoFactor,
    has_provider_account: member.hasProviderAccount,
  }
}

/** Handlers of the app's API keys. */
export function apiKeyRoutes(parts: AccessParts): Handlers<typeof apiKeyOperations, Caller> {
  const read = async (caller: Caller, keyId: string) => {
    const key = await findKey(parts.db.in(caller.workspaceId), keyId)
    if (!key) throw new Error(`key ${keyId} vanished`)
    return serializeKey(key)
  }
  return {
    listApiKeys: async ({ caller, query }) => {
      const keys = await listKeys(parts.db.in(caller.workspaceId))
      const page = keys.slice(query.offset, query.offset + query.limit)
      return { body: pageOf(page.map(serializeKey), keys.length, query) }
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
    getApiKeyUse: async ({ caller, params }) => {
      const queries = parts.db.in(caller.workspaceId)
      if (!(await findKey(queries, params.key_id))) throw notFound()
      const firstDay = firstDayOfUse(parts.clock.now())
      return { body: { first_day: firstDay, uses: await useOfKey(queries, params.key_id, firstDay) } }
    },
    revokeApiKey: async ({ caller, params }) => {
      requireAllSites(caller)
      await revokeKey(parts, caller, params.key_id)
      return { body: await read(caller, params.key_id) }
    },
  }
}

function serializeKey(key: ListedKey): ApiKeyRead {
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
    rate_limit_per_minute: key.rateLimitPerMinute,
    last_used_at: key.lastUsedAt,
    created_at: key.createdAt,
  }
}
