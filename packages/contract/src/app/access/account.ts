import { Type } from 'typebox'
import { NewPassword, PASSWORD_LENGTH_MAX, SignedInUser } from './sign-in.ts'
import { defineOperations, roles } from '../../shared/operation.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, OneOf, Text, Timestamp, Uuid } from '../../shared/values.ts'

const Membership = Closed(
  {
    workspace_id: Uuid(),
    name: Type.String({ description: "The workspace's name." }),
    role: OneOf(roles),
    site_ids: Nullable(
      Type.Array(Uuid(), { description: 'Sites that the person can access; null for all sites.' }),
    ),
    access_ends_at: Nullable(
      Timestamp({
        description: "When an auditor's access ends; null if it does not end, and for other roles.",
      }),
    ),
    sample_of: Nullable(Uuid({ description: 'The workspace whose sample data this one holds.' })),
    needs_second_factor: Type.Optional(
      Type.Literal(true, {
        description: 'The workspace requires a second factor and opens once the person has set one up.',
      }),
    ),
  },
  { $id: 'Membership' },
)

/** Who is signed in, and the workspaces that are open to them. */
export const Me = Closed(
  {
    user: SignedInUser,
    must_change_password: Type.Optional(
      Type.Literal(true, {
        description:
          'The password was set by someone else; the person must choose a new one with POST /me/password.',
      }),
    ),
    memberships: Type.Array(Membership),
  },
  { $id: 'Me' },
)
export type Me = Type.Static<typeof Me>

/** Body of POST /me/password. */
export const PasswordChange = Closed(
  { current_password: Text(PASSWORD_LENGTH_MAX), new_password: NewPassword },
  { $id: 'PasswordChange' },
)
export type PasswordChange = Type.Static<typeof PasswordChange>

const EndedSessions = Closed(
  { ended_sessions: Type.Integer({ description: 'Number of other sessions that were ended.' }) },
  { $id: 'EndedSessions' },
)
export type EndedSessions = Type.Static<typeof EndedSessions>

/** One of a person's own sessions. */
export const OwnSession = Closed(
  {
    id: Uuid(),
    is_current: Type.Boolean({ description: 'Whether this is the current session.' }),
    user_agent: Nullable(Type.String({ description: 'User agent of the browser or program.' })),
    ip_address: Nullable(
      Type.String({ description: 'Where it was last used from, accurate to a few minutes.' }),
    ),
    created_at: Timestamp(),
    last_used_at: Timestamp({ description: 'Accurate to a few minutes.' }),
    expires_at: Timestamp(),
  },
  { $id: 'OwnSession' },
)
export type OwnSession = Type.Static<typeof OwnSession>

/** A failed attempt to sign in to the person's account. */
export const FailedSignIn = Closed(
  {
    at: Timestamp(),
    step: OneOf(['password', 'second_factor'] as const, { description: 'What was wrong.' }),
    ip_address: Type.String({ description: 'Origin of the attempt.' }),
  },
  { $id: 'FailedSignIn' },
)
export type FailedSignIn = Type.Static<typeof FailedSignIn>

/** An identity provider account with which the person can sign in. */
export const ProviderAccount = Closed(
  {
    id: Uuid(),
    issuer: Type.String({ description: 'Address of the provider.' }),
    bound_at: Timestamp({ description: 'When the person first signed in with it.' }),
  },
  { $id: 'ProviderAccount' },
)
export type ProviderAccount = Type.Static<typeof ProviderAccount>

const writeErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
] as const

/** Operations of people on their own account, outside any workspace. */
export const accountOperations = defineOperations({
  getMe: {
    method: 'GET',
    path: '/me',
    tag: 'Account',
    summary: 'Read the current user and their workspaces',
    description: 'Workspaces are sorted by name. A person without an active membership sees none.',
    scope: 'read',
    reply: {
      status: 200,
      schema: Me,
      description: 'The person and the memberships.',
      example: {
        user: { id: '019345b1-8e5c-7a90-bd11-3e6f2a4c8d75', email: 'ada@example.com', name: 'Ada Admin' },
        memberships: [
          {
            workspace_id: '019345b0-5c1d-7e2f-8a3b-4c5d6e7f8091',
            name: 'Main plant',
            role: 'auditor',
            site_ids: null,
            access_ends_at: '2027-01-31T23:00:00.000Z',
            sample_of: null,
          },
        ],
      },
    },
    errors: [],
  },
  listOwnSessions: {
    method: 'GET',
    path: '/me/sessions',
    tag: 'Account',
    summary: 'List own sessions',
    description: 'Most recently used first.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(OwnSession, 'OwnSessionPage'),
      description: 'A page of sessions.',
      example: {
        data: [
          {
            id: '019345d0-1f2e-7c3b-9a4d-5e6f7a8b9c0d',
            is_current: true,
            user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0',
            ip_address: '198.51.100.7',
            created_at: '2026-11-20T06:31:12.004Z',
            last_used_at: '2026-11-21T04:56:39.123Z',
            expires_at: '2026-11-28T04:56:39.123Z',
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/me/sessions/{session_id}',
    tag: 'Account',
    summary: 'End one of your sessions',
    description: 'The session is refused from its next request on. Ending the current session signs you out.',
    scope: 'write',
    params: Closed({ session_id: Uuid() }),
    reply: { status: 204, description: 'The session has ended.' },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  endOtherSessions: {
    method: 'POST',
    path: '/me/sessions/end-others',
    tag: 'Account',
    summary: 'End all your other sessions',
    scope: 'write',
    reply: {
      status: 200,
      schema: EndedSessions,
      description: 'The other sessions have ended.',
      example: { ended_sessions: 2 },
    },
    errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
  },
  listFailedSignIns: {
    method: 'GET',
    path: '/me/failed-sign-ins',
    tag: 'Account',
    summary: 'List failed sign-in attempts',
    description: 'From the last 30 days, most recent first.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(FailedSignIn, 'FailedSignInPage'),
      description: 'A page of attempts.',
      example: {
        data: [{ at: '2026-11-20T23:11:12.004Z', step: 'password', ip_address: '203.0.113.9' }],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  listProviderAccounts: {
    method: 'GET',
    path: '/me/provider-accounts',
    tag: 'Account',
    summary: 'List linked identity provider accounts',
    description: 'In the order in which they were linked.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(ProviderAccount, 'ProviderAccountPage'),
      description: 'A page of accounts.',
      example: {
        data: [
          {
            id: '019345e0-1f2e-7c3b-9a4d-5e6f7a8b9c0d',
            issuer: 'https://login.example.com',
            bound_at: '2026-11-20T06:31:12.004Z',
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  removeProviderAccount: {
    method: 'DELETE',
    path: '/me/provider-accounts/{account_id}',
    tag: 'Account',
    summary: 'Unlink an identity provider account',
    description: 'The next sign-in with it links it again. 409 for a person without a password.',
    scope: 'write',
    params: Closed({ account_id: Uuid() }),
    reply: { status: 204, description: 'The account is removed.' },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  },
  changePassword: {
    method: 'POST',
    path: '/me/password',
    tag: 'Account',
    summary: 'Change your password',
    description:
      'Requires the current password; a wrong password returns 422 naming `current_password`, or 429 after ten wrong passwords within 15 minutes. All other sessions of the person end, and password reset links become invalid.',
    scope: 'write',
    body: PasswordChange,
    reply: {
      status: 200,
      schema: EndedSessions,
      description: 'The password was changed.',
      example: { ended_sessions: 2 },
    },
    errors: writeErrors,
  },
})
