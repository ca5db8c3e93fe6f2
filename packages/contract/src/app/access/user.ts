import { Type } from 'typebox'
import { MailResult } from '../mail.ts'
import { EMAIL_LENGTH_MAX } from './sign-in.ts'
import { defineOperations, roles } from '../../shared/operation.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, NameText, Nullable, OneOf, Timestamp, TrimmedText, Uuid } from '../../shared/values.ts'

/** A person in the workspace and their permissions. */
export const UserRead = Closed(
  {
    id: Uuid(),
    email: Type.String(),
    name: Type.String({ description: 'As printed on records and certificates.' }),
    role: OneOf(roles),
    site_ids: Nullable(
      Type.Array(Uuid(), { description: 'Sites that the person can access; null for all sites.' }),
    ),
    access_ends_at: Nullable(Timestamp({ description: "End of an auditor's access." })),
    is_active: Type.Boolean(),
    is_pending: Type.Boolean({
      description:
        'Invited; name and address are as entered by the inviting person. The ID changes when the invitation is accepted.',
    }),
    invitation_expires_at: Nullable(
      Timestamp({ description: 'When the invitation link expires; null if it has expired or was accepted.' }),
    ),
    has_two_factor: Type.Boolean({
      description: 'Whether the person uses a second factor in addition to the password.',
    }),
    has_provider_account: Type.Boolean({ description: 'Whether an identity provider account is linked.' }),
  },
  { $id: 'User' },
)
export type UserRead = Type.Static<typeof UserRead>

/** A person who was invited. */
export const UserCreated = Closed(
  {
    ...UserRead.properties,
    invitation_link: Type.String({ description: 'Shown only here. It can be used once, within 72 hours.' }),
    mail: Nullable(MailResult),
  },
  { $id: 'UserCreated' },
)
export type UserCreated = Type.Static<typeof UserCreated>

const siteIds = Nullable(Type.Array(Uuid(), { maxItems: 1000 }))
const email = TrimmedText(EMAIL_LENGTH_MAX, { examples: ['quinn@example.com'] })

/** Body of POST /users. */
export const UserCreate = Closed(
  {
    email,
    name: NameText(255),
    role: OneOf(roles),
    access_ends_at: Type.Optional(Nullable(Timestamp())),
    site_ids: Type.Optional(siteIds),
  },
  { $id: 'UserCreate' },
)
export type UserCreate = Type.Static<typeof UserCreate>

/** Body of PATCH /users/{user_id}: only sent keys change. */
export const UserUpdate = Closed(
  {
    email: Type.Optional(email),
    name: Type.Optional(NameText(255)),
    role: Type.Optional(OneOf(roles)),
    access_ends_at: Type.Optional(Nullable(Timestamp())),
    site_ids: Type.Optional(siteIds),
    is_active: Type.Optional(Type.Boolean()),
  },
  { $id: 'UserUpdate' },
)
export type UserUpdate = Type.Static<typeof UserUpdate>

const SessionsEnded = Closed(
  { id: Uuid(), ended_sessions: Type.Integer({ description: 'Number of sessions that were ended.' }) },
  { $id: 'SessionsEnded' },
)

const ProviderAccountsRemoved = Closed(
  { id: Uuid(), removed_accounts: Type.Integer() },
  { $id: 'ProviderAccountsRemoved' },
)

const TwoFactorRemoved = Closed({ id: Uuid() }, { $id: 'TwoFactorRemoved' })

/** A link with which a person chooses a new password. */
export const ResetLink = Closed(
  {
    id: Uuid({ description: 'The person.' }),
    link: Type.String({ description: 'Shown only here. It can be used once.' }),
    expires_at: Timestamp(),
    mail: Nullable(MailResult),
  },
  { $id: 'ResetLink' },
)
export type ResetLink = Type.Static<typeof ResetLink>

/** A member who can be named as the performer of a calibration. */
export const Performer = Closed(
  { id: Uuid(), name: Type.String({ description: 'As printed on records and certificates.' }) },
  { $id: 'Performer' },
)
export type Performer = Type.Static<typeof Performer>

const user: UserRead = {
  id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e86',
  email: 'quinn@example.com',
  name: 'Quinn Manager',
  role: 'manager',
  site_ids: null,
  access_ends_at: null,
  is_active: true,
  is_pending: false,
  invitation_expires_at: null,
  has_two_factor: false,
  has_provider_account: false,
}

const tag = 'People'
const userParams = Closed({ user_id: Uuid() })
const managed = { tag, roles: ['admin'] } as const
const writeErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
] as const

/** People and their roles. */
export const userOperations = defineOperations({
  listUsers: {
    ...managed,
    method: 'GET',
    path: '/users',
    summary: 'List people',
    description: 'Sorted by name, including deactivated and invited people.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(UserRead, 'UserPage'),
      description: 'A page of people.',
      example: { data: [user], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  listPerformers: {
    tag,
    method: 'GET',
    path: '/performers',
    summary: 'List people who can be named as performers of a calibration, or mentioned',
    description: 'Active members who share a site with the caller, except auditors; sorted by name.',
    scope: 'read',
    query: Closed({
      ...pageQuery,
      site_id: Type.Optional(Uuid({ description: 'Only members with access to this site.' })),
    }),
    reply: {
      status: 200,
      schema: PageOf(Performer, 'PerformerPage'),
      description: 'A page of members.',
      example: {
        data: [{ id: user.id, name: user.name }],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  createUser: {
    ...managed,
    method: 'POST',
    path: '/users',
    summary: 'Invite a person',
    description:
      'The membership is pending until the person accepts it through the link, which is shown once and also e-mailed if a mail server is configured; `mail` gives the outcome. The response does not reveal whether the address has an account. A person without an account chooses a password; a person with an account accepts while signed in.',
    scope: 'write',
    body: UserCreate,
    reply: {
      status: 201,
      schema: UserCreated,
      description: 'The invitation.',
      example: {
        ...user,
        is_pending: true,
        invitation_expires_at: '2026-11-24T04:56:39.123Z',
        invitation_link: 'https://calibration.example.com/invitation?token=mJ3vX…',
        mail: { to: user.email, state: 'sent', fault: null, detail: null },
      },
    },
    errors: writeErrors,
  },
  updateUser: {
    ...managed,
    method: 'PATCH',
    path: '/users/{user_id}',
    summary: 'Change the permissions of a person, or deactivate the membership',
    description:
      'Only the members that are sent are changed. Name and e-mail address can be changed only for a person who belongs to no other workspace. For an invitation, only `is_active` can be changed: false withdraws it.',
    scope: 'write',
    params: userParams,
    body: UserUpdate,
    reply: { status: 200, schema: UserRead, description: 'The person after the change.', example: user },
    errors: writeErrors,
  },
  createResetLink: {
    ...managed,
    method: 'POST',
    path: '/users/{user_id}/reset-link',
    summary: 'Create a password reset link',
    description:
      'Only for a person who belongs to no other workspace. The link is shown once, is e-mailed to the person if a mail server is configured, can be used once within 24 hours, and replaces any earlier link. Using it ends the sessions of the person; until then, nothing changes for them. For an invited person, it is the invitation link, valid for 72 hours.',
    scope: 'write',
    params: userParams,
    reply: {
      status: 201,
      schema: ResetLink,
      description: 'The link.',
      example: {
        id: user.id,
        link: 'https://calibration.example.com/reset-password?token=mJ3vX…',
        expires_at: '2026-11-22T04:56:39.123Z',
        mail: null,
      },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
  endUserSessions: {
    ...managed,
    method: 'POST',
    path: '/users/{user_id}/end-sessions',
    summary: 'Sign a person out everywhere',
    description:
      'Ends all sessions of the person, for example after a lost phone. Only for a person who belongs to no other workspace; to lock out a person with several workspaces, deactivate the membership.',
    scope: 'write',
    params: userParams,
    reply: {
      status: 200,
      schema: SessionsEnded,
      description: 'The sessions have ended.',
      example: { id: user.id, ended_sessions: 2 },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
  removeProviderAccounts: {
    ...managed,
    method: 'DELETE',
    path: '/users/{user_id}/provider-accounts',
    summary: 'Unlink the identity provider accounts of a person',
    description:
      'Only for a person who belongs to no other workspace. Their sessions end. The next sign-in through the provider links the account again. Also 409 if the person has none.',
    scope: 'write',
    params: userParams,
    reply: {
      status: 200,
      schema: ProviderAccountsRemoved,
      description: 'The accounts are removed.',
      example: { id: user.id, removed_accounts: 1 },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
  removeTwoFactor: {
    ...managed,
    method: 'DELETE',
    path: '/users/{user_id}/two-factor',
    summary: 'Remove the second factor of a person',
    description:
      'For a person who has lost both the authenticator and the recovery codes. Only for a person who belongs to no other workspace. Their sessions end, and they sign in with their password alone until they set up two-factor sign-in again. Also 409 if the person has none.',
    scope: 'write',
    params: userParams,
    reply: {
      status: 200,
      schema: TwoFactorRemoved,
      description: 'The second factor has been removed.',
      example: { id: user.id },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
})
