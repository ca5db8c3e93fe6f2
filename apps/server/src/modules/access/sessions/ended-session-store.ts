import { sql, type Queries, type Sql } from '../../../platform/db/index.ts'
import { deletePendingSecondFactorsOf } from '../sign-in/two-factor/second-factor-store.ts'
import { hashOf } from './session-store.ts'

/** Ends the oldest sessions of a person, so that the given number is left. */
export async function deleteOldestSessions(queries: Queries, personId: string, left: number): Promise<void> {
  await queries.rows(sql`
    delete from sign_in_sessions
    where id in (
      select id from sign_in_sessions
      where person_id = ${personId}
      order by created_at desc, id desc
      offset ${left})`)
}

/** Ends one session of a person; returns false if there is no such session. */
export async function deleteSessionOf(
  queries: Queries,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from sign_in_sessions where person_id = ${personId} and id = ${sessionId} returning id`)
  return rows.length === 1
}

/** Ends one session. */
export async function deleteSession(queries: Queries, token: string): Promise<void> {
  await queries.rows(sql`delete from sign_in_sessions where token_hash = ${hashOf(token)}`)
}

/** Ends every session of a person, and sign-ins that wait for the second factor; returns the number of sessions. */
export async function deleteSessionsOf(queries: Queries, personId: string): Promise<number> {
  await deletePendingSecondFactorsOf(queries, personId)
  const rows = await queries.rows(sql`
    delete from sign_in_sessions where person_id = ${personId} returning id`)
  return rows.length
}

/**
 * Ends every session of a person but one, and sign-ins that wait for the second factor; returns the number of
 * sessions ended.
 */
export async function deleteOtherSessions(
  queries: Queries,
  personId: string,
  sessionId: string,
): Promise<number> {
  await deletePendingSecondFactorsOf(queries, personId)
  const rows = await queries.rows(sql`
    delete from sign_in_sessions where person_id = ${personId} and id <> ${sessionId} returning id`)
  return rows.length
}

/** Deletes expired sessions. */
export async function deleteEndedSessions(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`delete from sign_in_sessions where expires_at <= ${now}`)
}
