import type { NotificationKind } from '@plumbline/contract'
import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'
import { streamTable } from '../../platform/outbox/index.ts'
import type { Occurrence, NotificationRow } from './notification.ts'

/** Begins to read a ledger, with its first entry: workspaces that were there before begin with the end. */
export async function ensureReader(tx: Transaction): Promise<void> {
  await tx.rows(sql`
    insert into notification_readers (workspace_id, next_index) values (${tx.workspaceId}, 0)
    on conflict do nothing`)
}

/** How far a ledger was read, locked; undefined where another process reads it. */
export async function lockReader(tx: Transaction): Promise<{ nextIndex: number | null } | undefined> {
  const [row] = await tx.rows<{ nextIndex: number | null }>(sql`
    select next_index as "nextIndex" from notification_readers
    where workspace_id = ${tx.workspaceId}
    for update skip locked`)
  return row
}

/** Notes how far a ledger was read. */
export async function moveReader(tx: Transaction, nextIndex: number): Promise<void> {
  await tx.rows(sql`
    update notification_readers set next_index = ${nextIndex} where workspace_id = ${tx.workspaceId}`)
}

/** Makes the next reading begin with the end of the ledger. */
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

/** Stores what happened for each person; returns those who were not told of it before. */
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

/** Who was told of which of these causes. */
export function toldOf(
  queries: WorkspaceQueries,
  kind: NotificationKind,
  causes: readonly string[],
): Promise<{ personId: string; cause: string }[]> {
  return queries.rows<{ personId: string; cause: string }>(sql`
    select person_id as "personId", cause from notifications
    where workspace_id = ${queries.workspaceId} and kind = ${kind} and cause = any(${causes}::text[])`)
}

/** Whose notifications are asked for, which sites the person reaches (null: all), and which kinds they may be shown. */
export interface NotificationReader {
  readonly personId: string
  readonly siteIds: readonly string[] | null
  readonly kinds: readonly NotificationKind[]
}

/** The site at which the instrument is now, so that who reaches only its former site sees no more of it; else the site as it was. */
function siteOf({ workspaceId }: WorkspaceQueries): Sql {
  return sql`
    coalesce(
      (
        select i.site_id from instruments i
        where i.workspace_id = ${workspaceId} and i.instrument_id = (n.data ->> 'instrument_id')::uuid),
      n.site_id)`
}

/** Rows from before assigned work, overdue instruments and mentions were told of have no such members in their data. */
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

/** Which notifications of a person are listed: read or unread ones, and those older than one. */
interface NotificationPage {
  readonly isUnread: boolean | undefined
  /** A notification's ID, in whose order they are listed. */
  readonly before: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of what a person is shown, newest first, with how many of these there are and how many are unread in all. */
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

/** Marks those of a person as read; undefined: all. */
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

/** What a mail says, oldest first. */
export function notificationsOfMail(queries: WorkspaceQueries, mailId: string): Promise<NotificationRow[]> {
  return queries.rows<NotificationRow>(sql`
    select ${columnsOf(queries)} from notifications n
    where n.workspace_id = ${queries.workspaceId} and n.mail_id = ${mailId}
    order by n.notification_id`)
}

/** Removes what is older than an instant. */
export async function deleteNotifications(queries: WorkspaceQueries, before: string): Promise<void> {
  await queries.rows(sql`
    delete from notifications where workspace_id = ${queries.workspaceId} and created_at < ${before}`)
}

/**
 * Puts notifications into the mail of their person and kind that waits; makes one where none does, which waits until
 * `dueAt`.
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
    // Held until the end of the transaction: nobody sends one of these before it has what is added.
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
