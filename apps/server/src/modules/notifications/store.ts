import type { NotificationKind } from '@plumbline/contract'
import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'
import { streamTable } from '../../platform/outbox/index.ts'
import type { Occurrence, NotificationRow } from './notification.ts'

/** Starts reading a ledger at its first entry, unless a position is stored. */
export async function ensureReader(tx: Transaction): Promise<void> {
  await tx.rows(sql`
    insert into notification_readers (workspace_id, next_index) values (${tx.workspaceId}, 0)
    on conflict do nothing`)
}

/** Locks and returns the position up to which a ledger was read; undefined if another process is reading it. */
export async function lockReader(tx: Transaction): Promise<{ nextIndex: number | null } | undefined> {
  const [row] = await tx.rows<{ nextIndex: number | null }>(sql`
    select next_index as "nextIndex" from notification_readers
    where workspace_id = ${tx.workspaceId}
    for update skip locked`)
  return row
}

/** Stores the position up to which a ledger was read. */
export async function moveReader(tx: Transaction, nextIndex: number): Promise<void> {
  await tx.rows(sql`
    update notification_readers set next_index = ${nextIndex} where workspace_id = ${tx.workspaceId}`)
}

/** Makes the next reading start at the end of the ledger. */
export async function forgetReaderPosition(tx: Transaction): Promise<void> {
  await tx.rows(sql`update notification_readers set next_index = null where workspace_id = ${tx.workspaceId}`)
}

/** A notification to be stored. */
export interface NewNotification {
  readonly notificationId: string
  readonly personId: string
  readonly isShown: boolean
  readonly isMailed: boolean
}

/** Stores a notification for each person; returns the people who had none of this cause. */
export async function insertNotifications<New extends NewNotification>(
  tx: Transaction,
  { kind, cause, siteId, data }: Occurrence,
  people: readonly New[],
  at: string,
): Promise<New[]> {
  const rows = await tx.rows<{ notificationId: string }>(sql`
    insert into notifications (
      workspace_id, notification_id, person_id, kind, cause, site_id, data, is_shown, created_at
    )
    select stream.workspace_id, new.notification_id, new.person_id, ${kind}, ${cause}, ${siteId}::uuid,
      ${JSON.stringify(data)}::jsonb, new.is_shown, ${at}::timestamptz
    from ${streamTable}
    cross join unnest(
      ${people.map(({ notificationId }) => notificationId)}::uuid[],
      ${people.map(({ personId }) => personId)}::uuid[],
      ${people.map(({ isShown }) => isShown)}::boolean[]
    ) as new (notification_id, person_id, is_shown)
    where stream.workspace_id = ${tx.workspaceId}
    order by new.person_id
    on conflict (workspace_id, person_id, kind, cause) do nothing
    returning notification_id as "notificationId"`)
  const stored = new Set(rows.map(({ notificationId }) => notificationId))
  return people.filter(({ notificationId }) => stored.has(notificationId))
}

/** Returns which people have been notified of which of these causes. */
export function notifiedOf(
  queries: WorkspaceQueries,
  kind: NotificationKind,
  causes: readonly string[],
): Promise<{ personId: string; cause: string }[]> {
  return queries.rows<{ personId: string; cause: string }>(sql`
    select person_id as "personId", cause from notifications
    where workspace_id = ${queries.workspaceId} and kind = ${kind} and cause = any(${causes}::text[])`)
}

/**
 * The person whose notifications are read, the sites to which they have access (null for all), and the kinds they may
 * see.
 */
export interface NotificationReader {
  readonly personId: string
  readonly siteIds: readonly string[] | null
  readonly kinds: readonly NotificationKind[]
}

/**
 * The current site of the instrument, so that people with access only to its former site no longer see it; without an
 * instrument, the stored site.
 */
function siteOf({ workspaceId }: WorkspaceQueries): Sql {
  return sql`
    coalesce(
      (
        select i.site_id from instruments i
        where i.workspace_id = ${workspaceId} and i.instrument_id = (n.data ->> 'instrument_id')::uuid),
      n.site_id)`
}

/** Rows from before there were notifications of assigned work, overdue instruments and mentions lack these members. */
function columnsOf(queries: WorkspaceQueries): Sql {
  return sql`
    n.notification_id as "notificationId", n.person_id as "personId", n.kind, ${siteOf(queries)} as "siteId",
    '{"planned_for": null, "due_on": null, "quote": null}'::jsonb || n.data as data, n.created_at as "createdAt", n.read_at as "readAt"`
}

function shownTo(queries: WorkspaceQueries, { personId, siteIds, kinds }: NotificationReader): Sql {
  const within =
    siteIds === null ? empty : sql`and (n.site_id is null or ${siteOf(queries)} = any(${siteIds}::uuid[]))`
  return sql`
    n.workspace_id = ${queries.workspaceId} and n.person_id = ${personId} and n.is_shown
      and n.kind = any(${kinds}::text[]) ${within}`
}

/** A selection of a person's notifications: read or unread ones, and those older than a given one. */
interface NotificationPage {
  readonly isUnread: boolean | undefined
  /** ID of a notification; notifications are listed in the order of their IDs. */
  readonly before: string | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * Returns a page of the notifications that a person may see, newest first, with their number and the number of all
 * unread ones.
 */
export async function pageOfNotifications(
  queries: WorkspaceQueries,
  reader: NotificationReader,
  { isUnread, before, limit, offset }: NotificationPage,
): Promise<{ rows: NotificationRow[]; total: number; unread: number }> {
  const read =
    isUnread === undefined ? empty : isUnread ? sql`and read_at is null` : sql`and read_at is not null`
  const older = before === undefined ? empty : sql`and notification_id < ${before}`
  const [rows, [counts]] = (await queries.batch([
    sql`
      select ${columnsOf(queries)} from notifications n
      where ${shownTo(queries, reader)} ${read} ${older}
      order by notification_id desc
      limit ${limit} offset ${offset}`,
    sql`
      select count(*) filter (where true ${read} ${older})::integer as total,
        count(*) filter (where read_at is null)::integer as unread
      from notifications n
      where ${shownTo(queries, reader)}`,
  ])) as [NotificationRow[], [{ total: number; unread: number }]]
  return { rows, ...counts }
}

/** Marks notifications of a person as read; all if no IDs are given. */
export async function markRead(
  queries: WorkspaceQueries,
  personId: string,
  ids: readonly string[] | undefined,
  at: string,
): Promise<void> {
  const among = ids === undefined ? empty : sql`and notification_id = any(${ids}::uuid[])`
  await queries.rows(sql`
    update notifications set read_at = ${at}
    where workspace_id = ${queries.workspaceId} and person_id = ${personId} and read_at is null ${among}`)
}

/** Returns the notifications of a mail, oldest first. */
export function notificationsOfMail(queries: WorkspaceQueries, mailId: string): Promise<NotificationRow[]> {
  return queries.rows<NotificationRow>(sql`
    select ${columnsOf(queries)} from notifications n
    where n.workspace_id = ${queries.workspaceId} and n.mail_id = ${mailId}
    order by n.notification_id`)
}

/** Deletes notifications older than an instant. */
export async function deleteNotifications(queries: WorkspaceQueries, before: string): Promise<void> {
  await queries.rows(sql`
    delete from notifications where workspace_id = ${queries.workspaceId} and created_at < ${before}`)
}

/**
 * Adds notifications to the waiting mail of their person and kind; creates one that is due at `dueAt` if none is
 * waiting.
 */
export async function addToMails(
  tx: Transaction,
  kind: NotificationKind,
  added: readonly (NewNotification & { mailId: string; dueAt: string })[],
  at: string,
): Promise<void> {
  if (added.length === 0) return
  const people = sql`
    unnest(
      ${added.map(({ notificationId }) => notificationId)}::uuid[],
      ${added.map(({ personId }) => personId)}::uuid[],
      ${added.map(({ mailId }) => mailId)}::uuid[],
      ${added.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as new (notification_id, person_id, mail_id, due_at)`
  await tx.batch([
    // Locked until the transaction ends, so that no process sends these mails before the notifications are added.
    sql`
      select from mails
      where workspace_id = ${tx.workspaceId} and person_id = any(${added.map(({ personId }) => personId)}::uuid[])
        and kind = ${kind} and state = 'waiting' and attempt_count = 0
      order by mail_id
      for update`,
    sql`
      insert into mails (workspace_id, mail_id, person_id, kind, state, due_at, created_at)
      select n.workspace_id, new.mail_id, new.person_id, ${kind}, 'waiting', new.due_at, ${at}::timestamptz
      from notifications n
      join ${people} on new.notification_id = n.notification_id
      where n.workspace_id = ${tx.workspaceId} and not exists (
        select from mails m
        where m.workspace_id = ${tx.workspaceId} and m.person_id = new.person_id and m.kind = ${kind}
          and m.state = 'waiting' and m.attempt_count = 0)`,
    sql`
      update notifications n
      set mail_id = (
        select m.mail_id from mails m
        where m.workspace_id = ${tx.workspaceId} and m.person_id = n.person_id and m.kind = ${kind}
          and m.state = 'waiting' and m.attempt_count = 0
        order by m.mail_id
        limit 1)
      from ${people}
      where n.workspace_id = ${tx.workspaceId} and n.notification_id = new.notification_id`,
  ])
}
