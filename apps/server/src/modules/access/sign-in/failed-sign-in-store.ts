import { sql, type Queries, type Sql } from '../../../platform/db/index.ts'

/** The step of a sign-in that failed. */
export type SignInStep = 'password' | 'second_factor'

/** A failed attempt to sign in. */
export interface FailedSignIn {
  at: string
  step: SignInStep
  ipAddress: string
}

/** Number of days for which failures are stored and counted. */
const RETENTION_DAYS = 30

const isRetained = (now: Sql) => sql`at > ${now} - make_interval(days => ${RETENTION_DAYS})`

/**
 * Records a failure for the account of an address, case-insensitively; returns the person, undefined if there is no
 * account. Written without waiting for the disk, because the time of a refusal must not reveal who has an account.
 */
export async function insertFailedSignIn(
  queries: Queries,
  failed: { id: string; email: string; step: SignInStep; address: string; at: string },
): Promise<string | undefined> {
  const { id, email, step, address, at } = failed
  const [row] = await queries.rows<{ personId: string }>(sql`
    with at_once as materialized (select set_config('synchronous_commit', 'off', true)),
    inserted as (
      insert into failed_sign_ins (id, person_id, at, step, ip_address)
      select ${id}, p.id, ${at}, ${step}, ${address} from people p, at_once where p.email = ${email.toLowerCase()}
      returning person_id
    )
    select person_id as "personId" from inserted`)
  return row?.personId
}

/**
 * Returns the number of wrong second factors of a person since the last correct one, within the retention period of
 * failures.
 */
export async function countWrongSecondFactors(queries: Queries, personId: string, now: Sql): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*)::int as count
    from failed_sign_ins
    where person_id = ${personId} and step = 'second_factor' and not is_answered and ${isRetained(now)}`)
  return row?.count ?? 0
}

/** Records that the person entered a correct second factor, so that earlier failures no longer count. */
export async function answerWrongSecondFactors(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`
    update failed_sign_ins set is_answered = true
    where person_id = ${personId} and step = 'second_factor' and not is_answered`)
}

/** Returns failed attempts at an account, latest first, and the total number. */
export async function listFailedSignIns(
  queries: Queries,
  personId: string,
  { limit, offset }: { limit: number; offset: number },
  now: Sql,
): Promise<{ rows: FailedSignIn[]; total: number }> {
  const [counted] = await queries.rows<{ total: number }>(sql`
    select count(*)::int as total from failed_sign_ins where person_id = ${personId} and ${isRetained(now)}`)
  const rows = await queries.rows<FailedSignIn>(sql`
    select at, step, ip_address as "ipAddress"
    from failed_sign_ins
    where person_id = ${personId} and ${isRetained(now)}
    order by at desc, id desc
    limit ${limit} offset ${offset}`)
  return { rows, total: counted?.total ?? 0 }
}

/** Deletes failures older than the retention period. */
export async function deleteOldFailedSignIns(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`delete from failed_sign_ins where not (${isRetained(now)})`)
}
