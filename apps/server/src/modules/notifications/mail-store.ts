import type { MailResult, NotificationKind } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** What a mail is about. */
export type MailKind = NotificationKind | 'due_digest'

/** What went wrong with a mail. */
type MailFault = NonNullable<MailResult['fault']>

/** A mail that an attempt holds. */
export interface ClaimedMail {
  mailId: string
  personId: string
  kind: MailKind
  /** Of a digest, as YYYY-MM-DD. */
  day: string | null
  attemptCount: number
  createdAt: string
}

/** How an attempt ends. */
export interface MailEnding {
  readonly state: 'waiting' | 'sent' | 'refused' | 'failed' | 'unknown' | 'dropped'
  /** Of the next attempt; null where there is none. */
  readonly dueAt: Date | null
  readonly address: string | null
  readonly fault: string | null
  readonly detail: string | null
}

/** Mails of one workspace that one look sends. */
const CLAIMED_MAX = 50

/**
 * Ends what attempts of processes that are gone have left: what the server cannot have had waits for another attempt,
 * and of what it may have had the outcome is unknown for good.
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

/** Takes mails that are due for an attempt; others do not get them until the lease is over. */
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

/** Notes that the server gets the content now, and holds the mail for as long as that may take; false where the attempt no longer holds the mail. */
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

/** Notes how an attempt ended, unless another has taken the mail. */
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

/** Ends an attempt that did not get as far as the mail server. A mail that has no next attempt failed. */
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

/** Enters digests, each for a person and a day once. */
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

/** Ends all mails that have not ended without sending them; of one that was handed over the outcome is unknown. */
export async function dropOpenMails(queries: WorkspaceQueries, now: Sql): Promise<void> {
  await queries.rows(sql`
    update mails
    set state = case state when 'handed_over' then 'unknown' else 'dropped' end, ended_at = ${now}, due_at = null,
      run_id = null
    where workspace_id = ${queries.workspaceId} and state in ('waiting', 'sending', 'handed_over')`)
}

/** A mail that did not arrive for certain. */
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

/** A page of mails that did not arrive for certain, newest first, and how many there are. */
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

/** Removes mails that ended before an instant. */
export async function deleteMails(queries: WorkspaceQueries, before: string): Promise<void> {
  await queries.rows(sql`
    delete from mails where workspace_id = ${queries.workspaceId} and ended_at < ${before}`)
}
