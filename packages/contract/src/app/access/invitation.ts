import { Type } from 'typebox'
import { LINK_TOKEN, LinkCheck } from './one-time-link.ts'
import { NewPassword, SignedInUser } from './sign-in.ts'
import { defineOperations, roles } from '../../shared/operation.ts'
import { Closed, OneOf, Timestamp, Uuid } from '../../shared/values.ts'

/** An invitation as its holder sees it. */
export const OpenedInvitation = Closed(
  {
    email: Type.String(),
    name: Type.String({ description: 'Name as entered by the inviting person.' }),
    workspace_name: Type.String(),
    role: OneOf(roles),
    expires_at: Timestamp(),
    signed_in_as: OneOf(['nobody', 'invited', 'other'] as const, {
      description: "Whether the request's session belongs to the invited address or to someone else.",
    }),
    needs_password: Type.Boolean({ description: 'Whether accepting requires a new password.' }),
  },
  { $id: 'OpenedInvitation' },
)
export type OpenedInvitation = Type.Static<typeof OpenedInvitation>

/** Body of POST /invitation/accept. */
export const InvitationAcceptance = Closed(
  { token: LINK_TOKEN, password: Type.Optional(NewPassword) },
  { $id: 'InvitationAcceptance' },
)

/** Who belongs to a workspace now. */
export const AcceptedInvitation = Closed(
  { user: SignedInUser, workspace_id: Uuid() },
  { $id: 'AcceptedInvitation' },
)
export type AcceptedInvitation = Type.Static<typeof AcceptedInvitation>

const tag = 'Signing in'
const errors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
] as const

/** Operations of people through the link of an invitation, under SIGN_IN_PREFIX. */
export const invitationOperations = defineOperations({
  checkInvitation: {
    method: 'POST',
    path: '/invitation/check',
    tag,
    summary: 'Read an invitation by its link',
    description:
      'Does not reveal whether the address has an account. A link that was used, replaced or withdrawn, or has expired, returns 422 naming `token`, or 429 after fifty such requests from one source within 15 minutes.',
    scope: 'write',
    body: LinkCheck,
    reply: {
      status: 200,
      schema: OpenedInvitation,
      description: 'The invitation; the link is valid.',
      example: {
        email: 'quinn@example.com',
        name: 'Quinn Manager',
        workspace_name: 'Main plant',
        role: 'manager',
        expires_at: '2026-11-24T04:56:39.123Z',
        signed_in_as: 'nobody',
        needs_password: true,
      },
    },
    errors,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitation/accept',
    tag,
    summary: 'Accept an invitation',
    description:
      'The link can be used only once. If the address has no account, one is created with the password in the request, and the person is signed in. If it has an account, the request must carry its session, otherwise the response is 409; unless an identity provider has verified the address, a new password is also required, and all other sessions, the second factor and earlier passwords of the account become invalid.',
    scope: 'write',
    body: InvitationAcceptance,
    reply: {
      status: 200,
      schema: AcceptedInvitation,
      description: 'The person is a member.',
      headers: { 'Set-Cookie': 'The session that began with a new password, if any.' },
      example: {
        user: {
          id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e86',
          email: 'quinn@example.com',
          name: 'Quinn Manager',
        },
        workspace_id: '019345b0-5c1d-7e2f-8a3b-4c5d6e7f8091',
      },
    },
    errors: [...errors, 'CONFLICT'],
  },
})
