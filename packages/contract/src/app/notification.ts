import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery, Pagination } from '../shared/page.ts'
import { dueSelection } from './due-selection.ts'
import { MailProblem } from './mail.ts'
import {
  CalendarDate,
  Closed,
  Nullable,
  OneOf,
  PrintLanguage,
  Timestamp,
  Uuid,
  WordQuery,
} from '../shared/values.ts'

/** Kinds of notifications. The switches, texts and mails of a kind have its name. */
export const notificationKinds = [
  'approval_requested',
  'record_rejected',
  'finding_opened',
  'finding_assigned',
  'work_assigned',
  'mentioned',
  'instrument_overdue',
  'webhook_disabled',
  'backup_overdue',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What a notification links to. */
export const notificationSubjects = [
  'calibration',
  'finding',
  'instrument',
  'worklist',
  'webhook',
  'backups',
] as const

/** A notification to a person. */
export const Notification = Closed(
  {
    id: Uuid(),
    kind: OneOf(notificationKinds),
    subject_type: OneOf(notificationSubjects, { description: 'What the notification links to.' }),
    subject_id: Nullable(Type.String({ description: 'Null if there is only one.' })),
    instrument_id: Nullable(Uuid()),
    site_id: Nullable(Uuid({ description: 'Current site of the instrument.' })),
    asset_tag: Nullable(Type.String({ description: 'Of the instrument, as it was.' })),
    title: Nullable(
      Type.String({
        description: 'Name of the instrument, tags of several instruments, or address of the webhook.',
      }),
    ),
    by: Nullable(Type.String({ description: 'Printed name of the actor.' })),
    reason: Nullable(Type.String({ description: 'Why a record was rejected.' })),
    quote: Nullable(
      Type.String({ description: 'Text in which the user was mentioned; a long one is shortened.' }),
    ),
    count: Nullable(
      Type.Integer({
        description: 'Number of touched calibrations, or of instruments assigned or changed together.',
      }),
    ),
    planned_for: Nullable(CalendarDate({ description: 'The day on which assigned work is planned.' })),
    due_on: Nullable(CalendarDate({ description: 'The due date that has passed, at the site.' })),
    created_at: Timestamp(),
    read_at: Nullable(Timestamp()),
  },
  { $id: 'Notification' },
)
export type Notification = Type.Static<typeof Notification>

/** A page of notifications, and how many are unread. */
export const NotificationList = Closed(
  {
    data: Type.Array(Notification, { description: 'Newest first.' }),
    unread: Type.Integer({ description: 'Number of unread notifications of the current user.' }),
    pagination: Pagination,
  },
  { $id: 'NotificationList' },
)
export type NotificationList = Type.Static<typeof NotificationList>

/** Body of POST /notifications/read. */
export const NotificationsRead = Closed(
  {
    ids: Type.Optional(
      Type.Array(Uuid(), { maxItems: 100, description: 'Notifications to mark. Defaults to all.' }),
    ),
  },
  { $id: 'NotificationsRead' },
)

/** When a person gets the digest of due dates, and which ones it contains. */
export const DueDigest = Closed(
  {
    weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description: 'Days on which it is sent, from 1 (Monday) to 7.',
    }),
    hour: Type.Integer({
      minimum: 0,
      maximum: 23,
      description:
        'Sent from this hour on, in the time zone of the selected sites if they share one, otherwise in that of the workspace.',
    }),
    lead_days: Type.Integer({ minimum: 0, maximum: 366, description: 'Number of days to look ahead.' }),
    ...dueSelection,
  },
  { $id: 'DueDigest' },
)
export type DueDigest = Type.Static<typeof DueDigest>

const kinds = Type.Array(OneOf(notificationKinds), { maxItems: 20, uniqueItems: true })

/** Which notifications a person receives in this workspace, and how. */
export const NotificationSettings = Closed(
  {
    kinds: Type.Array(OneOf(notificationKinds), { description: 'Kinds available to the role.' }),
    not_shown: Type.Array(OneOf(notificationKinds), { description: 'Kinds not shown in the application.' }),
    not_mailed: Type.Array(OneOf(notificationKinds), { description: 'Kinds not sent by e-mail.' }),
    language: Nullable(
      Type.String({
        description: "ISO 639 code for e-mails; null for the language of the workspace's certificates.",
      }),
    ),
    digest: Nullable(DueDigest),
    is_mail_set_up: Type.Boolean({ description: 'Whether the server sends e-mail at all.' }),
  },
  { $id: 'NotificationSettings' },
)
export type NotificationSettings = Type.Static<typeof NotificationSettings>

/** Body of PATCH /notification-settings: only sent keys change. */
export const NotificationSettingsUpdate = Closed(
  {
    not_shown: Type.Optional(kinds),
    not_mailed: Type.Optional(kinds),
    language: Type.Optional(Nullable(PrintLanguage())),
    digest: Type.Optional(Nullable(DueDigest)),
  },
  { $id: 'NotificationSettingsUpdate' },
)
export type NotificationSettingsUpdate = Type.Static<typeof NotificationSettingsUpdate>

const example: Notification = {
  id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e90',
  kind: 'record_rejected',
  subject_type: 'calibration',
  subject_id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e91',
  instrument_id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e92',
  site_id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e94',
  asset_tag: 'TW-014',
  title: 'Torque wrench 200 N·m',
  by: 'Quinn Manager',
  reason: 'The 60 N·m point is missing.',
  quote: null,
  count: null,
  planned_for: null,
  due_on: null,
  created_at: '2026-11-21T04:56:39.123Z',
  read_at: null,
}
const settingsExample: NotificationSettings = {
  kinds: ['approval_requested', 'record_rejected', 'finding_opened', 'finding_assigned'],
  not_shown: [],
  not_mailed: ['finding_opened'],
  language: 'de',
  digest: { weekdays: [1], hour: 7, lead_days: 30, site_ids: null, categories: null, mine: null },
  is_mail_set_up: true,
}
const tag = 'Notifications'

const problemExample: MailProblem = {
  id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e93',
  user_id: '019345b1-9f6d-7ba1-8c22-4f7a3b5d9e86',
  name: 'Quinn Manager',
  address: 'quinn@example.com',
  kind: 'approval_requested',
  state: 'refused',
  fault: 'recipient',
  detail: '550 5.1.1 no such mailbox',
  at: '2026-11-21T04:56:39.123Z',
}

/** Operations on the current user's notifications. */
export const notificationOperations = defineOperations({
  listNotifications: {
    method: 'GET',
    path: '/notifications',
    tag,
    summary: 'List notifications of the current user',
    description:
      'Newest first, limited to sites that the user can currently access. Kept for 180 days. To read older ones without gaps or repetitions while new ones arrive, send the last ID as `before`.',
    scope: 'read',
    query: Closed({
      ...pageQuery,
      unread: Type.Optional(WordQuery(['true', 'false'])),
      before: Type.Optional(
        Uuid({
          description:
            'ID of a notification: only older ones are listed and counted in `pagination`. It need not exist any more.',
        }),
      ),
    }),
    reply: {
      status: 200,
      schema: NotificationList,
      description: 'A page of notifications.',
      example: {
        data: [example],
        unread: 1,
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  listMailProblems: {
    method: 'GET',
    path: '/mail/problems',
    tag,
    summary: 'List e-mails that may not have been delivered',
    description: 'From the last 30 days, newest first.',
    scope: 'read',
    roles: ['admin'],
    query: Closed(pageQuery),
    reply: {
      status: 200,
      schema: PageOf(MailProblem, 'MailProblemPage'),
      description: 'A page of mails.',
      example: { data: [problemExample], pagination: { limit: 50, offset: 0, total: 1, has_more: false } },
    },
    errors: ['FORBIDDEN', 'VALIDATION_ERROR'],
  },
  readNotifications: {
    method: 'POST',
    path: '/notifications/read',
    tag,
    summary: 'Mark notifications as read',
    description: 'Affects only notifications of the current user; other IDs are ignored.',
    scope: 'read',
    body: NotificationsRead,
    reply: {
      status: 200,
      schema: Closed({ unread: Type.Integer({ description: 'Number of unread notifications.' }) }),
      description: 'They are read.',
      example: { unread: 0 },
    },
    errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  getNotificationSettings: {
    method: 'GET',
    path: '/notification-settings',
    tag,
    summary: 'Read notification settings',
    scope: 'read',
    reply: {
      status: 200,
      schema: NotificationSettings,
      description: 'The settings of the user in this workspace.',
      example: settingsExample,
    },
    errors: [],
  },
  updateNotificationSettings: {
    method: 'PATCH',
    path: '/notification-settings',
    tag,
    summary: 'Change notification settings',
    description: 'Applies to future events.',
    scope: 'read',
    body: NotificationSettingsUpdate,
    reply: {
      status: 200,
      schema: NotificationSettings,
      description: 'The settings after the change.',
      example: settingsExample,
    },
    errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
