import type { MailResult, NotificationKind } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** The kind of a mail. */
export type MailKind = NotificationKind | 'due_digest'

/** The reason for which a mail was not sent. */
type MailFault = NonNullable<MailResult['fault']>

/** A mail that was claimed for an attempt. */
export interface ClaimedMail {
  mailId: string
  personId: string
  kind: MailKind
  /** Day of a digest, as YYYY-MM-DD; null for other mails. */
  day: string | null
  attemptCount: number
  createdAt: string
}

/** The outcome of an attempt. */
export interface MailEnding {
  readonly state: 'waiting' | 'sent' | 'refused' | 'failed' | 'unknown' | 'dropped'
  /** When the next attempt is due; null if there is none. */
  readonly dueAt: Date | null
  readonly address: string | null
  readonly fault: string | null
  readonly detail: string | null
}

/** Maximum number of mails of a workspace that are claimed together. */
const CLAIMED_MAX = 50

/**
 * Ends the attempts of processes that no longer exist: mails that the mail server cannot have received wait for
 * another attempt; the outcome of the others remains unknown.
 */
export async function takeUpAbandoned(queries: WorkspaceQueries, now: Sql): Promise<void> {
  await queries.batch([
    sql`
      update mails
      set state = 'unknown', ended_at = ${now}, due_at = null, run_id = null
      where workspace_id = ${queries.workspaceId} and state = 'handed_over' and due_at <= ${now}`,
    sql`
      update mails
      set state = 'waiting', due_at = ${now}, run_id = null
      where workspace_id = ${queries.workspaceId} and state = 'sending' and due_at <= ${now}`,
  ])
}

/** Claims mails that are due for an attempt; no other process can claim them until the lease expires. */
export function claimMails(
  queries: WorkspaceQueries,
  runId: string,
  { now, leaseSeconds }: { now: Sql; leaseSeconds: number },
): Promise<ClaimedMail[]> {
  return queries.rows<ClaimedMail>(sql`
    update mails
    set state = 'sending', run_id = ${runId}, attempt_count = attempt_count + 1,
      due_at = ${now} + make_interval(secs => ${leaseSeconds}::integer)
    where workspace_id = ${queries.workspaceId} and mail_id in (
      select mail_id from mails
      where workspace_id = ${queries.workspaceId} and state = 'waiting' and due_at <= ${now}
      order by due_at, mail_id
      limit ${CLAIMED_MAX}
      for update skip locked)
    returning mail_id as "mailId", person_id as "personId", kind, day, attempt_count as "attemptCount",
      created_at as "createdAt"`)
}

/**
 * Records that the mail server now receives the content, and extends the lease accordingly; returns false if the
 * attempt no longer has the mail.
 */
export async function noteHandover(
  queries: WorkspaceQueries,
  { mailId, runId, address }: { mailId: string; runId: string; address: string },
  { now, leaseSeconds }: { now: Sql; leaseSeconds: number },
): Promise<boolean> {
  const rows = await queries.rows(sql`
    update mails
    set state = 'handed_over', address = ${address},
      due_at = ${now} + make_interval(secs => ${leaseSeconds}::integer)
    where workspace_id = ${queries.workspaceId} and mail_id = ${mailId} and run_id = ${runId} and state = 'sending'
    returning mail_id`)
  return rows.length === 1
}

/** Records the outcome of an attempt, unless another process has claimed the mail. */
export async function endAttempt(
  queries: WorkspaceQueries,
  { mailId, runId }: { mailId: string; runId: string },
  ending: MailEnding,
  now: Sql,
): Promise<void> {
  const { state, dueAt, address, fault, detail } = ending
  await queries.rows(sql`
    update mails
    set state = ${state}, due_at = ${dueAt?.toISOString() ?? null}::timestamptz, run_id = null, address = ${address},
      fault = ${fault}, detail = ${detail}, ended_at = ${state === 'waiting' ? sql`null` : now}
    where workspace_id = ${queries.workspaceId} and mail_id = ${mailId} and run_id = ${runId}`)
}

/** Ends an attempt that did not reach the mail server. A mail without a next attempt has failed. */
export async function releaseAttempt(
  queries: WorkspaceQueries,
  { mailId, runId }: { mailId: string; runId: string },
  nextAttempt: Date | null,
  now: Sql,
): Promise<void> {
  const dueAt = nextAttempt?.toISOString() ?? null
  await queries.rows(sql`
    update mails
    set state = case when ${dueAt}::timestamptz is null then 'failed' else 'waiting' end, due_at = ${dueAt}::timestamptz,
      run_id = null, ended_at = ${dueAt === null ? now : sql`null`}
    where workspace_id = ${queries.workspaceId} and mail_id = ${mailId} and run_id = ${runId} and state = 'sending'`)
}

/** Queues digests, at most one per person and day. */
export async function insertDigests(
  queries: WorkspaceQueries,
  digests: readonly { mailId: string; personId: string; day: string }[],
  at: string,
): Promise<void> {
  const inOrder = digests.toSorted((a, b) => (a.personId < b.personId ? -1 : 1))
  await queries.batch(
    inOrder.map(
      ({ mailId, personId, day }) => sql`
        insert into mails (workspace_id, mail_id, person_id, kind, day, state, due_at, created_at)
        values (${queries.workspaceId}, ${mailId}, ${personId}, 'due_digest', ${day}, 'waiting', ${at}, ${at})
        on conflict (workspace_id, person_id, kind, day) where day is not null do nothing`,
    ),
  )
}

/** Ends all open mails without sending them; the outcome of one that was handed over is unknown. */
export async function dropOpenMails(queries: WorkspaceQueries, now: Sql): Promise<void> {
  await queries.rows(sql`
    update mails
    set state = case when state = 'handed_over' then 'unknown' else 'dropped' end, ended_at = ${now}, due_at = null,
      run_id = null
    where workspace_id = ${queries.workspaceId} and state in ('waiting', 'sending', 'handed_over')`)
}

/** A mail that was not delivered, or whose outcome is unknown. */
export interface MailProblemRow {
  mailId: string
  personId: string
  name: string
  address: string | null
  kind: MailKind
  state: 'refused' | 'failed' | 'unknown'
  fault: MailFault | null
  detail: string | null
  endedAt: string
}

/**
 * Returns a page of mails that were not delivered or whose outcome is unknown, newest first, with their total number.
 */
export async function pageOfProblems(
  queries: WorkspaceQueries,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: MailProblemRow[]; total: number }> {
  const problems = sql`m.workspace_id = ${queries.workspaceId} and m.state in ('refused', 'failed', 'unknown')`
  const [rows, [counted]] = (await queries.batch([
    sql`
      select m.mail_id as "mailId", m.person_id as "personId", p.name, m.address, m.kind, m.state, m.fault, m.detail,
        m.ended_at as "endedAt"
      from mails m join people p on p.id = m.person_id
      where ${problems}
      order by m.ended_at desc, m.mail_id
      limit ${limit} offset ${offset}`,
    sql`select count(*)::integer as total from mails m where ${problems}`,
  ])) as [MailProblemRow[], [{ total: number }]]
  return { rows, total: counted.total }
}

/** Deletes mails that ended before an instant. */
export async function deleteMails(queries: WorkspaceQueries, before: string): Promise<void> {
  await queries.rows(sql`
    delete from mails where workspace_id = ${queries.workspaceId} and ended_at < ${before}`)
}
