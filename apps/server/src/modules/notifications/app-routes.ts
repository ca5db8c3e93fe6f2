import {
  pageOf,
  type MailProblem,
  type notificationOperations,
  type NotificationSettings,
  type NotificationSettingsUpdate,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { mailServerOf, type MailServerSettings } from '../../platform/mail/index.ts'
import type { Caller } from '../access/index.ts'
import { requireAllSites } from '../workspaces/index.ts'
import { pageOfProblems, type MailProblemRow } from './mail-store.ts'
import type { NotificationRow } from './notification.ts'
import { kindsOfRole, kindsShownTo } from './rules/recipients.ts'
import { saveSettings, settingsOf, type PersonSettings } from './settings-store.ts'
import { markRead, pageOfNotifications } from './store.ts'

/** Dependencies of the app's notifications. */
export interface NotificationParts {
  readonly db: Database
  readonly clock: Clock
  readonly config: MailServerSettings
}

/** Returns the handlers of operations on the notifications of the signed-in person. */
export function notificationRoutes(
  parts: NotificationParts,
): Handlers<typeof notificationOperations, Caller> {
  const { db, clock } = parts
  return {
    listNotifications: async ({ caller, query }) => {
      const isUnread = query.unread === undefined ? undefined : query.unread === 'true'
      const page = { isUnread, before: query.before, limit: query.limit, offset: query.offset }
      const found = await pageOfNotifications(db.in(caller.workspaceId), readerOf(caller), page)
      const { data, pagination } = pageOf(found.rows.map(serializeRow), found.total, query)
      return { body: { data, unread: found.unread, pagination } }
    },
    listMailProblems: async ({ caller, query }) => {
      requireAllSites(caller)
      const { rows, total } = await pageOfProblems(db.in(caller.workspaceId), query)
      return { body: pageOf(rows.map(serializeProblem), total, query) }
    },
    readNotifications: async ({ caller, body }) => {
      const queries = db.in(caller.workspaceId)
      await markRead(queries, caller.id, body.ids, clock.now().toISOString())
      const page = { isUnread: true, before: undefined, limit: 1, offset: 0 }
      const { unread } = await pageOfNotifications(queries, readerOf(caller), page)
      return { body: { unread } }
    },
    getNotificationSettings: async ({ caller }) => {
      const settings = await settingsOf(db.in(caller.workspaceId), [caller.id])
      return { body: serializeSettings(parts, caller, settings(caller.id)) }
    },
    updateNotificationSettings: async ({ caller, body }) => ({
      body: serializeSettings(parts, caller, await changeSettings(parts, caller, body)),
    }),
  }
}

function readerOf({ id: personId, role, siteIds }: Caller) {
  return { personId, siteIds, kinds: kindsShownTo({ role, siteIds }) }
}

function changeSettings(
  { db, clock }: NotificationParts,
  { workspaceId, id }: Caller,
  { language, digest, not_shown: notShown, not_mailed: notMailed }: NotificationSettingsUpdate,
): Promise<PersonSettings> {
  return db.transaction(workspaceId, async (tx) => {
    const present = (await settingsOf(tx, [id]))(id)
    const settings = {
      language: language === undefined ? present.language : language,
      notShown: notShown ?? present.notShown,
      notMailed: notMailed ?? present.notMailed,
      digest: digest === undefined ? present.digest : digest,
    }
    await saveSettings(tx, id, settings, clock.now().toISOString())
    return settings
  })
}

function serializeSettings(
  { config }: NotificationParts,
  { role }: Caller,
  { language, notShown, notMailed, digest }: PersonSettings,
): NotificationSettings {
  return {
    kinds: kindsOfRole(role),
    not_shown: [...notShown],
    not_mailed: [...notMailed],
    language,
    digest,
    is_mail_set_up: mailServerOf(config) !== undefined,
  }
}

function serializeRow({ notificationId: id, kind, siteId, data, createdAt, readAt }: NotificationRow) {
  return { id, kind, site_id: siteId, ...data, created_at: createdAt, read_at: readAt }
}

function serializeProblem({ mailId: id, personId, endedAt, ...rest }: MailProblemRow): MailProblem {
  return { id, user_id: personId, ...rest, at: endedAt }
}
