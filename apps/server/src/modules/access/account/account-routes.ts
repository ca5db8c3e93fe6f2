import {
  pageOf,
  type accountOperations,
  type FailedSignIn as FailedSignInRead,
  type Me,
  type OwnSession,
  type ProviderAccount,
} from '@plumbline/contract'
import type { Database } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/index.ts'
import { findWorkspace } from '../../workspaces/index.ts'
import type { AccessParts } from '../app-routes.ts'
import type { SealParts } from '../sealed-rows.ts'
import { listFailedSignIns, type FailedSignIn } from '../sign-in/failed-sign-in-store.ts'
import { listBoundAccounts, type BoundAccount } from '../sign-in/oidc/oidc-store.ts'
import { removeOwnProviderAccount } from '../sign-in/oidc/remove-provider-account.ts'
import { changePassword } from './change-password.ts'
import { activeMemberships } from '../people-store.ts'
import type { SignedInCaller } from '../sessions/session-gate.ts'
import { deleteOtherSessions, deleteSessionOf } from '../sessions/ended-session-store.ts'
import { listSessions, type ListedSession, type Session } from '../sessions/session-store.ts'

/** Handlers of the operations on a person's own account. */
export function accountRoutes(
  parts: AccessParts & SealParts,
): Handlers<typeof accountOperations, SignedInCaller> {
  const { db, clock } = parts
  return {
    getMe: async ({ caller: { session } }) => ({
      body: {
        user: userOf(session),
        ...(session.mustChangePassword && { must_change_password: true as const }),
        memberships: await openWorkspaces(db, session),
      } satisfies Me,
    }),
    listOwnSessions: async ({ caller: { session }, query }) => {
      const sessions = await listSessions(db.global, parts, session.personId, clock.sqlNow())
      const page = sessions.slice(query.offset, query.offset + query.limit)
      const rows = page.map((listed) => serializeSession(listed, session.sessionId))
      return { body: pageOf(rows, sessions.length, query) }
    },
    endOwnSession: async ({ caller: { session }, params }) => {
      if (!(await deleteSessionOf(db.global, session.personId, params.session_id))) throw notFound()
      return {}
    },
    endOtherSessions: async ({ caller: { session } }) => ({
      body: { ended_sessions: await deleteOtherSessions(db.global, session.personId, session.sessionId) },
    }),
    listFailedSignIns: async ({ caller: { session }, query }) => {
      const { rows, total } = await listFailedSignIns(db.global, session.personId, query, clock.sqlNow())
      return { body: pageOf(rows.map(serializeFailure), total, query) }
    },
    listProviderAccounts: async ({ caller: { session }, query }) => {
      const bound = await listBoundAccounts(db.global, session.personId)
      const page = bound.slice(query.offset, query.offset + query.limit)
      return { body: pageOf(page.map(serializeBound), bound.length, query) }
    },
    removeProviderAccount: async ({ caller: { session }, params }) => {
      await removeOwnProviderAccount(parts, session, params.account_id)
      return {}
    },
    changePassword: async ({ caller: { session }, body }) => {
      const passwords = { current: body.current_password, wanted: body.new_password }
      return { body: { ended_sessions: await changePassword(parts, session, passwords) } }
    },
  }
}

function userOf({ personId: id, email, name }: Session): Me['user'] {
  return { id, email, name }
}

async function openWorkspaces(
  db: Database,
  { personId, hasSecondFactor }: Session,
): Promise<Me['memberships']> {
  const memberships = await activeMemberships(db.global, personId)
  const named = await Promise.all(
    memberships.map(async ({ workspaceId, role, siteIds, accessEndsAt }) => {
      // Names are protected by row-level security, which admits one workspace at a time.
      const workspace = await findWorkspace(db.in(workspaceId))
      return {
        workspace_id: workspaceId,
        name: workspace?.name ?? '',
        role,
        site_ids: siteIds,
        access_ends_at: role === 'auditor' ? accessEndsAt : null,
        sample_of: workspace?.sampleOf ?? null,
        ...(workspace?.requiresSecondFactor && !hasSecondFactor && { needs_second_factor: true as const }),
      }
    }),
  )
  return named.toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.workspace_id.localeCompare(b.workspace_id),
  )
}

function serializeFailure({ at, step, ipAddress }: FailedSignIn): FailedSignInRead {
  return { at, step, ip_address: ipAddress }
}

function serializeBound({ id, issuer, boundAt }: BoundAccount): ProviderAccount {
  return { id, issuer, bound_at: boundAt }
}

function serializeSession(listed: ListedSession, currentId: string): OwnSession {
  return {
    id: listed.sessionId,
    is_current: listed.sessionId === currentId,
    user_agent: listed.userAgent,
    ip_address: listed.ipAddress,
    created_at: listed.createdAt,
    last_used_at: listed.lastUsedAt,
    expires_at: listed.expiresAt,
  }
}
