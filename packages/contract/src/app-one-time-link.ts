import type { Type } from 'typebox'
import { NewPassword, SignedInUser } from './app-sign-in.ts'
import { defineOperations } from './operation.ts'
import { Closed, Text } from './values.ts'

/** Longest token that is looked at; those that are made have 43 characters. */
const TOKEN_LENGTH_MAX = 100

const token = Text(TOKEN_LENGTH_MAX, { description: 'As the link carries it.' })

/** Body of the check of a link that works once. */
export const LinkCheck = Closed({ token }, { $id: 'LinkCheck' })

/** Whom a reset link is for. */
export const ResetLinkPerson = Closed({ user: SignedInUser }, { $id: 'ResetLinkPerson' })
export type ResetLinkPerson = Type.Static<typeof ResetLinkPerson>

/** Body of POST /reset-password. */
export const PasswordReset = Closed({ token, password: NewPassword }, { $id: 'PasswordReset' })
export type PasswordReset = Type.Static<typeof PasswordReset>

const example: ResetLinkPerson = {
  user: { id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e86', email: 'quinn@example.com', name: 'Quinn Manager' },
}
const tag = 'Signing in'
const errors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'VALIDATION_ERROR',
  'RATE_LIMITED',
] as const

/** What people do through a link that works once, signed in or not; they stand under SIGN_IN_PREFIX. */
export const oneTimeLinkOperations = defineOperations({
  checkResetLink: {
    method: 'POST',
    path: '/reset-password/check',
    tag,
    summary: 'Whom a reset link is for',
    description:
      'A link that was used, replaced or has expired is 422 naming `token`, and 429 after fifty of those from one place within a quarter of an hour.',
    scope: 'write',
    body: LinkCheck,
    reply: { status: 200, schema: ResetLinkPerson, description: 'The person; the link is good.', example },
    errors,
  },
  resetPassword: {
    method: 'POST',
    path: '/reset-password',
    tag,
    summary: 'Choose a new password through a reset link',
    description:
      'Uses the link up and ends all sessions of the person, who then signs in with the new password.',
    scope: 'write',
    body: PasswordReset,
    reply: { status: 200, schema: ResetLinkPerson, description: 'The password is set.', example },
    errors,
  },
})
