import { Type } from 'typebox'
import { NewPassword, PASSWORD_LENGTH_MAX, SignedInUser } from './app-sign-in.ts'
import { defineOperations, roles } from './operation.ts'
import { Closed, OneOf, Text, Uuid } from './values.ts'

const Membership = Closed(
  { workspace_id: Uuid(), name: Type.String({ description: "The workspace's name." }), role: OneOf(roles) },
  { $id: 'Membership' },
)

/** Who is signed in, and the workspaces that are open to them. */
export const Me = Closed({ user: SignedInUser, memberships: Type.Array(Membership) }, { $id: 'Me' })
export type Me = Type.Static<typeof Me>

/** Body of POST /me/password. */
export const PasswordChange = Closed(
  { current_password: Text(PASSWORD_LENGTH_MAX), new_password: NewPassword },
  { $id: 'PasswordChange' },
)
export type PasswordChange = Type.Static<typeof PasswordChange>

const EndedSessions = Closed(
  { ended_sessions: Type.Integer({ description: 'How many other sessions were ended.' }) },
  { $id: 'EndedSessions' },
)
export type EndedSessions = Type.Static<typeof EndedSessions>

const writeErrors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
] as const

/** What people do on their own account, in no workspace. */
export const accountOperations = defineOperations({
  getMe: {
    method: 'GET',
    path: '/me',
    tag: 'Account',
    summary: 'Who is signed in, and in which workspaces',
    description: 'Workspaces by name. Somebody without an active membership sees none.',
    scope: 'read',
    reply: {
      status: 200,
      schema: Me,
      description: 'The person and the memberships.',
      example: {
        user: { id: '019345b1-8e5c-7a90-bd11-3e6f2a4c8d75', email: 'ada@example.com', name: 'Ada Admin' },
        memberships: [
          { workspace_id: '019345b0-5c1d-7e2f-8a3b-4c5d6e7f8091', name: 'Main plant', role: 'admin' },
        ],
      },
    },
    errors: [],
  },
  changePassword: {
    method: 'POST',
    path: '/me/password',
    tag: 'Account',
    summary: 'Change the own password',
    description:
      'Takes the present password once more; a wrong one is 422 naming `current_password`, and 429 after ten within a quarter of an hour. All other sessions of the person end, and links to reset the password with them.',
    scope: 'write',
    body: PasswordChange,
    reply: {
      status: 200,
      schema: EndedSessions,
      description: 'The password is changed.',
      example: { ended_sessions: 2 },
    },
    errors: writeErrors,
  },
})
