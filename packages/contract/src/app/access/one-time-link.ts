import { Type } from 'typebox'
import { EMAIL_LENGTH_MAX, NewPassword, SignedInUser } from './sign-in.ts'
import { settingsWritten } from '../setting-schemas.ts'
import { defineOperations } from '../../shared/operation.ts'
import { StandardSummary } from '../../public/standard.ts'
import { Closed, NameText, Text, TrimmedText, Uuid } from '../../shared/values.ts'

/** Maximum accepted length of a token; generated tokens have 43 characters. */
const TOKEN_LENGTH_MAX = 100

/** The token of a link that works once. */
export const LINK_TOKEN = Text(TOKEN_LENGTH_MAX, { description: 'Token from the link.' })

const token = LINK_TOKEN

/** Body of the check of a link that works once. */
export const LinkCheck = Closed({ token }, { $id: 'LinkCheck' })

/** The person whom a reset link is for. */
export const ResetLinkPerson = Closed({ user: SignedInUser }, { $id: 'ResetLinkPerson' })
export type ResetLinkPerson = Type.Static<typeof ResetLinkPerson>

/** The person whom an open reset link is for, and their other sign-in methods. */
export const OpenedResetLink = Closed(
  {
    user: SignedInUser,
    provider_issuers: Type.Array(Type.String(), {
      description:
        'Addresses of the identity providers whose accounts are linked. They remain linked unless the reset removes them.',
    }),
  },
  { $id: 'OpenedResetLink' },
)
export type OpenedResetLink = Type.Static<typeof OpenedResetLink>

/** Body of POST /reset-password. */
export const PasswordReset = Closed(
  {
    token,
    password: NewPassword,
    remove_provider_accounts: Type.Optional(
      Type.Boolean({
        description: "Whether to unlink the person's identity provider accounts. Defaults to false.",
      }),
    ),
  },
  { $id: 'PasswordReset' },
)
export type PasswordReset = Type.Static<typeof PasswordReset>

/** The options of the setup form. */
export const SetupOffer = Closed({ standards: Type.Array(StandardSummary) }, { $id: 'SetupOffer' })
export type SetupOffer = Type.Static<typeof SetupOffer>

/** Body of POST /setup: the first workspace and its admin. */
export const SetUp = Closed(
  {
    token,
    workspace_name: NameText(255),
    timezone: Text(64, { examples: ['Europe/Berlin'] }),
    standards: Type.Optional(
      Type.Array(Text(64), { maxItems: 100, description: 'Keys of compliance standards.' }),
    ),
    ...settingsWritten(['approval_policy', 'default_decision_rule', 'paper']),
    name: NameText(255, { description: 'As printed on records and certificates.' }),
    email: TrimmedText(EMAIL_LENGTH_MAX, { examples: ['ada@example.com'] }),
    password: NewPassword,
  },
  { $id: 'SetUp' },
)
export type SetUp = Type.Static<typeof SetUp>

/** The new workspace, and its admin, who is signed in. */
export const SetUpResponse = Closed({ user: SignedInUser, workspace_id: Uuid() }, { $id: 'SetUpResponse' })
export type SetUpResponse = Type.Static<typeof SetUpResponse>

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

/** Operations of people through a one-time link, whether signed in or not, under SIGN_IN_PREFIX. */
export const oneTimeLinkOperations = defineOperations({
  checkSetupLink: {
    method: 'POST',
    path: '/setup/check',
    tag,
    summary: 'Check a setup link and read the setup options',
    description:
      'The server prints the link until the first person exists; after that, the response is 404. A link that was never printed returns 422 naming `token`, or 429 after fifty such requests from one source within 15 minutes.',
    scope: 'write',
    body: LinkCheck,
    reply: {
      status: 200,
      schema: SetupOffer,
      description: 'The link is valid.',
      example: { standards: [{ key: 'iso_9001', label: 'ISO 9001' }] },
    },
    errors: [...errors, 'NOT_FOUND'],
  },
  setUp: {
    method: 'POST',
    path: '/setup',
    tag,
    summary: 'Create the first workspace and its admin',
    description:
      'Possible once, through the link that the server prints. The response signs the admin in with a session cookie.',
    scope: 'write',
    body: SetUp,
    reply: {
      status: 201,
      schema: SetUpResponse,
      description: 'The workspace and its admin.',
      headers: { 'Set-Cookie': 'The session: HttpOnly, SameSite=Lax, and Secure behind https.' },
      example: {
        user: { id: '019345b1-8e5c-7a90-bd11-3e6f2a4c8d75', email: 'ada@example.com', name: 'Ada Admin' },
        workspace_id: '019345b0-5c1d-7e2f-8a3b-4c5d6e7f8091',
      },
    },
    errors: [...errors, 'NOT_FOUND'],
  },
  checkResetLink: {
    method: 'POST',
    path: '/reset-password/check',
    tag,
    summary: 'Read a reset link',
    description:
      'A link that was used or replaced, or has expired, returns 422 naming `token`, or 429 after fifty such requests from one source within 15 minutes.',
    scope: 'write',
    body: LinkCheck,
    reply: {
      status: 200,
      schema: OpenedResetLink,
      description: 'The person; the link is valid.',
      example: { ...example, provider_issuers: ['https://login.example.com'] },
    },
    errors,
  },
  resetPassword: {
    method: 'POST',
    path: '/reset-password',
    tag,
    summary: 'Choose a new password through a reset link',
    description:
      'The link can be used only once. It ends all sessions of the person, who then signs in with the new password.',
    scope: 'write',
    body: PasswordReset,
    reply: { status: 200, schema: ResetLinkPerson, description: 'The password is set.', example },
    errors,
  },
})
