import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import {
  Closed,
  NameText,
  Nullable,
  OneOf,
  PrintLanguage,
  Timestamp,
  TrimmedText,
  Uuid,
} from '../shared/values.ts'
import { EMAIL_LENGTH_MAX } from './access/sign-in.ts'

const SENDER_NAME_LENGTH_MAX = 120

/** Reasons why a mail server did not accept a message. */
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

/** The outcome of handing a message to the mail server. */
export const mailStates = ['sent', 'refused', 'not_sent', 'unknown'] as const

/** Settings for the workspace's e-mail. */
export const MailSettings = Closed(
  {
    is_set_up: Type.Boolean({ description: 'Whether the server has a mail server (`SMTP_URL`).' }),
    server: Nullable(Type.String({ description: 'Host and port of the mail server.' })),
    from: Nullable(Type.String({ description: 'Sender address of all messages (`MAIL_FROM`).' })),
    sender_name: Nullable(Type.String({ description: 'Sender name; null for the name of the workspace.' })),
    reply_to: Nullable(
      Type.String({ description: 'Reply address; null for the address that messages come from.' }),
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
      PrintLanguage({ description: 'ISO 639 code. Defaults to the language of certificates.' }),
    ),
  },
  { $id: 'TestMail' },
)
export type TestMail = Type.Static<typeof TestMail>

/** The outcome of one message. */
export const MailResult = Closed(
  {
    to: Type.String({ description: 'Address of the recipient.' }),
    state: OneOf(mailStates, {
      description:
        '`refused` is permanent; `not_sent` may succeed later; `unknown` means that the connection broke after the server had received the message.',
    }),
    fault: Nullable(OneOf(mailFaults, { description: 'What went wrong; null if the message was sent.' })),
    detail: Nullable(
      Type.String({ description: 'Response of the mail server; null if the message was sent.' }),
    ),
  },
  { $id: 'MailResult' },
)
export type MailResult = Type.Static<typeof MailResult>

/** What became of mails that did not arrive for certain. */
export const mailProblemStates = ['refused', 'failed', 'unknown'] as const

/** A mail to a member that the mail server did not accept, or may not have accepted. */
export const MailProblem = Closed(
  {
    id: Uuid(),
    user_id: Uuid(),
    name: Type.String({ description: 'Of the person.' }),
    address: Nullable(
      Type.String({ description: 'Address it was sent to; null if sending was never attempted.' }),
    ),
    kind: Type.String({ description: 'Kind of notification.' }),
    state: OneOf(mailProblemStates, {
      description:
        '`refused` by the mail server, `failed` after every attempt, `unknown`: the connection or the process broke while the server had it.',
    }),
    fault: Nullable(OneOf(mailFaults, { description: 'What went wrong; null if the process stopped.' })),
    detail: Nullable(Type.String({ description: 'Response of the mail server.' })),
    at: Timestamp(),
  },
  { $id: 'MailProblem' },
)
export type MailProblem = Type.Static<typeof MailProblem>

const example: MailSettings = {
  is_set_up: true,
  server: 'mail.example.com:587',
  from: 'calibration@example.com',
  sender_name: 'Main plant calibration',
  reply_to: 'lab@example.com',
}
const tag = 'Workspace'
const roles = ['admin'] as const

/** Operations on the workspace's e-mail, for admins. */
export const mailOperations = defineOperations({
  getMailSettings: {
    method: 'GET',
    path: '/mail',
    tag,
    summary: 'Read the e-mail settings',
    scope: 'read',
    roles,
    reply: { status: 200, schema: MailSettings, description: 'Mail server and sender.', example },
    errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
  },
  updateMailSettings: {
    method: 'PATCH',
    path: '/mail',
    tag,
    summary: 'Change the sender of messages',
    description:
      'The sender address is a server setting; the sender name and reply address are workspace settings.',
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
      'Sent to the address of the current user. If the mail server does not accept the message, the response states what went wrong. Refused if no mail server is configured (409).',
    scope: 'write',
    roles,
    body: TestMail,
    reply: {
      status: 200,
      schema: MailResult,
      description: 'The outcome of the message.',
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
