import { Type } from 'typebox'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Text, Timestamp, TrimmedText, Uuid } from '../../shared/values.ts'

/** Path prefix of signing in and out. */
export const SIGN_IN_PREFIX = '/api/auth'

/** Longest e-mail address that SMTP carries (RFC 5321, 4.5.3.1.3). */
export const EMAIL_LENGTH_MAX = 254

/** Minimum length of a password; shorter ones could be guessed even though attempts are limited. */
export const PASSWORD_LENGTH_MIN = 10

/** Maximum accepted length of a password; longer ones would only take time to hash. */
export const PASSWORD_LENGTH_MAX = 256

/** A password as a person chooses it. */
export const NewPassword = Text(PASSWORD_LENGTH_MAX, { minLength: PASSWORD_LENGTH_MIN })

/** Who is signed in. */
export const SignedInUser = Closed(
  { id: Uuid(), email: Type.String(), name: Type.String() },
  { $id: 'SignedInUser' },
)
export type SignedInUser = Type.Static<typeof SignedInUser>

const SignInBody = Closed(
  {
    email: Text(EMAIL_LENGTH_MAX, { examples: ['ada@example.com'] }),
    password: Text(PASSWORD_LENGTH_MAX),
  },
  { $id: 'SignIn' },
)

const SignInResponse = Closed(
  {
    user: SignedInUser,
    must_change_password: Type.Optional(
      Type.Literal(true, {
        description:
          'The password was set by someone else; the person must choose a new one with POST /me/password.',
      }),
    ),
  },
  { $id: 'SignInResponse' },
)

/** Longest code of the second factor, blanks and dashes included. */
export const SECOND_FACTOR_CODE_LENGTH_MAX = 32

const SecondStepAwaited = Closed(
  {
    two_factor: Closed({
      expires_at: Timestamp({ description: 'Deadline for entering the code.' }),
    }),
  },
  { $id: 'SecondStepAwaited' },
)

/** The session has started, or the second factor is required first. */
export type SignInOutcome = Type.Static<typeof SignInResponse> | Type.Static<typeof SecondStepAwaited>

const SignInOutcome = Type.Unsafe<SignInOutcome>({ anyOf: [SignInResponse, SecondStepAwaited] })

const SecondStepBody = Closed(
  {
    code: TrimmedText(SECOND_FACTOR_CODE_LENGTH_MAX, {
      description: 'Six digits of the authenticator, or a recovery code.',
      examples: ['492039', '7K2M-9QXD-4HWA'],
    }),
  },
  { $id: 'SecondStep' },
)

const SessionResponse = Type.Unsafe<{
  user: SignedInUser
  session: { id: string; created_at: string; expires_at: string }
} | null>({
  anyOf: [
    Closed({
      user: SignedInUser,
      session: Closed({ id: Uuid(), created_at: Timestamp(), expires_at: Timestamp() }),
    }),
    { type: 'null' },
  ],
})

const user: SignedInUser = {
  id: '019345b1-8e5c-7a90-bd11-3e6f2a4c8d75',
  email: 'ada@example.com',
  name: 'Ada Admin',
}
const tag = 'Signing in'
const cookieHeader = { 'Set-Cookie': 'The session: HttpOnly, SameSite=Lax, and Secure behind https.' }

/** Signing in to and out of the app, under SIGN_IN_PREFIX. */
export const signInOperations = defineOperations({
  signIn: {
    method: 'POST',
    path: '/sign-in/email',
    tag,
    summary: 'Sign in with e-mail address and password',
    description:
      'Returns a session cookie, which is valid for a week and is renewed while it is used. For a person with two-factor sign-in, the response is `two_factor` instead, and its cookie is valid only for the second step. After ten wrong passwords for one address within 15 minutes, the response is 429, no matter who sends the request.',
    scope: 'write',
    body: SignInBody,
    reply: {
      status: 200,
      schema: SignInOutcome,
      description: 'The signed-in person, or `two_factor` if a code is required.',
      headers: cookieHeader,
      example: { user },
    },
    errors: [
      'INVALID_REQUEST',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'RATE_LIMITED',
    ],
  },
  takeSecondStep: {
    method: 'POST',
    path: '/sign-in/two-factor',
    tag,
    summary: 'Sign in with the code of the second factor',
    description:
      'The second step, within ten minutes of the first and with its cookie. Each code is accepted only once. A wrong code returns 422 with `details.field` = `code`, or 429 after ten wrong codes within 15 minutes; 401 means that the first step must be repeated.',
    scope: 'write',
    body: SecondStepBody,
    reply: {
      status: 200,
      schema: SignInResponse,
      description: 'The signed-in person.',
      headers: cookieHeader,
      example: { user },
    },
    errors: [
      'INVALID_REQUEST',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'RATE_LIMITED',
    ],
  },
  signOut: {
    method: 'POST',
    path: '/sign-out',
    tag,
    summary: 'Sign out',
    description:
      'Ends the session of the cookie, immediately and for all processes. Without a session, it changes nothing.',
    scope: 'write',
    reply: {
      status: 200,
      schema: Closed({ success: Type.Boolean() }, { $id: 'SignOutResponse' }),
      description: 'The session has ended.',
      headers: cookieHeader,
      example: { success: true },
    },
    errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
  },
  getSession: {
    method: 'GET',
    path: '/get-session',
    tag,
    summary: 'Read the current session',
    scope: 'read',
    reply: {
      status: 200,
      schema: SessionResponse,
      description: 'The session and its person; null if no one is signed in.',
      example: {
        user,
        session: {
          id: '019345d0-1f2e-7c3b-9a4d-5e6f7a8b9c0d',
          created_at: '2026-11-21T04:56:39.123Z',
          expires_at: '2026-11-28T04:56:39.123Z',
        },
      },
    },
    errors: [],
  },
})
