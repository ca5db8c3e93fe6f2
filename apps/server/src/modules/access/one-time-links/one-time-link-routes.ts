import type {
  AcceptedInvitation,
  invitationOperations,
  oneTimeLinkOperations,
  OpenedInvitation,
  ResetLinkPerson,
  SetupOffer,
  SetUpResponse,
} from '@plumbline/contract'
import type { Handlers } from '../../../platform/http/index.ts'
import { availableStandards } from '../../standards/index.ts'
import type { Person } from '../people-store.ts'
import { personOfResetLink, resetPassword, type OpenedLink } from './reset-password.ts'
import { requireSetupLink, setUp, type SetUpParts } from './set-up.ts'
import {
  acceptInvitation,
  openInvitation,
  type InvitedVisitor,
  type OpenedInvitation as InvitationOpened,
} from '../invitations/accept-invitation.ts'
import { readSessionToken } from '../sessions/session-cookie.ts'
import { findSession } from '../sessions/session-store.ts'
import { browserOf, type Visitor } from '../sign-in/sign-in-routes.ts'

/** Handlers of what people do with one-time links. */
export function oneTimeLinkRoutes(
  parts: SetUpParts,
): Handlers<typeof oneTimeLinkOperations & typeof invitationOperations, Visitor> {
  return {
    checkSetupLink: async ({ caller, body }) => {
      await requireSetupLink(parts, opened(caller, body.token))
      return {
        body: {
          standards: availableStandards().map(({ key, label }) => ({ key, label })),
        } satisfies SetupOffer,
      }
    },
    setUp: async ({ caller, body }) => {
      const made = await setUp(parts, { ...browserOf(caller.request), token: body.token }, body)
      const response: SetUpResponse = { ...serializePerson(made.admin), workspace_id: made.workspaceId }
      return { body: response, headers: { 'set-cookie': made.cookies } }
    },
    checkInvitation: async ({ caller, body }) => ({
      body: serializeInvitation(await openInvitation(parts, await invited(parts, caller, body.token))),
    }),
    acceptInvitation: async ({ caller, body }) => {
      const visitor = await invited(parts, caller, body.token)
      const { person, workspaceId, cookies } = await acceptInvitation(parts, visitor, body.password)
      const response: AcceptedInvitation = { ...serializePerson(person), workspace_id: workspaceId }
      return { body: response, headers: cookies.length > 0 ? { 'set-cookie': cookies } : {} }
    },
    checkResetLink: async ({ caller, body }) => {
      const { member, providerIssuers } = await personOfResetLink(parts, opened(caller, body.token))
      return { body: { ...serializePerson(member), provider_issuers: [...providerIssuers] } }
    },
    resetPassword: async ({ caller, body }) => {
      const chosen = {
        password: body.password,
        removesProviderAccounts: body.remove_provider_accounts ?? false,
      }
      return { body: serializePerson(await resetPassword(parts, opened(caller, body.token), chosen)) }
    },
  }
}

function opened({ request }: Visitor, token: string): OpenedLink {
  return { token, address: request.ip }
}

/** Returns the holder of an invitation link, and the person whose session the browser has. */
async function invited(parts: SetUpParts, caller: Visitor, token: string): Promise<InvitedVisitor> {
  const { db, clock, cookie } = parts
  const browser = browserOf(caller.request)
  const session = readSessionToken(cookie, browser.cookieHeader)
  const signedIn =
    session === undefined ? undefined : await findSession(db.global, parts, session, clock.sqlNow())
  return { ...browser, token, signedIn }
}

function serializeInvitation(seen: InvitationOpened): OpenedInvitation {
  return {
    email: seen.invitation.email,
    name: seen.invitation.name,
    workspace_name: seen.workspaceName,
    role: seen.invitation.role,
    expires_at: seen.linkExpiresAt,
    signed_in_as: seen.signedInAs,
    needs_password: seen.needsPassword,
  }
}

function serializePerson({ personId: id, email, name }: Person): ResetLinkPerson {
  return { user: { id, email, name } }
}
