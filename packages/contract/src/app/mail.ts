import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { Closed, NameText, Nullable, OneOf, PrintLanguage, TrimmedText } from '../shared/values.ts'
import { EMAIL_LENGTH_MAX } from './access/sign-in.ts'

const SENDER_NAME_LENGTH_MAX = 120

/** Why a mail server did not take a message. */
export const mailFaults = [
  'unreachable',
  'timeout',
  'tls',
  'sign_in',
  'sender',
  'recipient',
  'content',
  'busy',
  'other',
] as const

/** What became of handing a message to the mail server. */
export const mailStates = ['sent', 'refused', 'not_sent', 'unknown'] as const

/** How the workspace sends e-mail. */
export const MailSettings = Closed(
  {
    is_set_up: Type.Boolean({ description: 'Whether the server has a mail server (`SMTP_URL`).' }),
    server: Nullable(Type.String({ description: 'Host and port of the mail server.' })),
    from: Nullable(Type.String({ description: 'Address that every message comes from (`MAIL_FROM`).' })),
    sender_name: Nullable(
      Type.String({ description: 'Name beside that address; null: the name of the workspace.' }),
    ),
    reply_to: Nullable(
      Type.String({ description: 'Where replies go; null: to the address that messages come from.' }),
    ),
  },
  { $id: 'MailSettings' },
)
export type MailSettings = Type.Static<typeof MailSettings>

/** Body of PATCH /mail: only sent keys change. */
export const MailSettingsUpdate = Closed(
  {
    sender_name: Type.Optional(Nullable(NameText(SENDER_NAME_LENGTH_MAX))),
    reply_to: Type.Optional(Nullable(TrimmedText(EMAIL_LENGTH_MAX, { examples: ['lab@example.com'] }))),
  },
  { $id: 'MailSettingsUpdate' },
)
export type MailSettingsUpdate = Type.Static<typeof MailSettingsUpdate>

/** Body of POST /mail/test. */
export const TestMail = Closed(
  {
    language: Type.Optional(
      PrintLanguage({ description: 'ISO 639 code; that of the certificates unless it is given.' }),
    ),
  },
  { $id: 'TestMail' },
)
export type TestMail = Type.Static<typeof TestMail>

/** What became of one message. */
export const MailResult = Closed(
  {
    to: Type.String({ description: 'Address of the recipient.' }),
    state: OneOf(mailStates, {
      description:
        '`refused` is for good, `not_sent` may succeed later, `unknown`: the connection broke when the server had the message.',
    }),
    fault: Nullable(OneOf(mailFaults, { description: 'What went wrong; null where it was sent.' })),
    detail: Nullable(Type.String({ description: "The mail server's own words; null where it was sent." })),
  },
  { $id: 'MailResult' },
)
export type MailResult = Type.Static<typeof MailResult>

const example: MailSettings = {
  is_set_up: true,
  server: 'mail.example.com:587',
  from: 'calibration@example.com',
  sender_name: 'Main plant calibration',
  reply_to: 'lab@example.com',
}
const tag = 'Workspace'
const roles = ['admin'] as const

/** E-mail of the workspace, for admins. */
export const mailOperations = defineOperations({
  getMailSettings: {
    method: 'GET',
    path: '/mail',
    tag,
    summary: 'How the workspace sends e-mail',
    scope: 'read',
    roles,
    reply: { status: 200, schema: MailSettings, description: 'Mail server and sender.', example },
    errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
  },
  updateMailSettings: {
    method: 'PATCH',
    path: '/mail',
    tag,
    summary: 'Change who messages come from',
    description: 'The address belongs to the server; name and reply address belong to the workspace.',
    scope: 'write',
    roles,
    body: MailSettingsUpdate,
    reply: { status: 200, schema: MailSettings, description: 'The settings after the change.', example },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  sendTestMail: {
    method: 'POST',
    path: '/mail/test',
    tag,
    summary: 'Send a test message',
    description:
      'To the address of the asking person. A message that the mail server did not take is a result, too: the response says what went wrong. Refused where the server has no mail server (409).',
    scope: 'write',
    roles,
    body: TestMail,
    reply: {
      status: 200,
      schema: MailResult,
      description: 'What became of the message.',
      example: {
        to: 'quinn@example.com',
        state: 'not_sent',
        fault: 'sign_in',
        detail: '535 5.7.8 authentication failed',
      },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
