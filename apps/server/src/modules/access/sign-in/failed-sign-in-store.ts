import { sql, type Queries, type Sql } from '../../../platform/db/index.ts'

/** The step of a sign-in that failed. */
export type SignInStep = 'password' | 'second_factor'

/** An attempt to sign in that failed. */
export interface FailedSignIn {
  at: string
  step: SignInStep
  ipAddress: string
}

/** For so many days failures are kept and counted. */
const KEPT_DAYS = 30

const kept = (now: Sql) => sql`at > ${now} - make_interval(days => ${KEPT_DAYS})`

/**
 * Notes a failure of the account of an address in any letter case; returns whose it is, undefined for no account. It is
 * written without waiting for the disk: the time of a refusal must not reveal who has an account.
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

/** Wrong second factors of a person since the last right one, within the days for which failures are kept. */
export async function countWrongSecondFactors(queries: Queries, personId: string, now: Sql): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*)::int as count
    from failed_sign_ins
    where person_id = ${personId} and step = 'second_factor' and not is_answered and ${kept(now)}`)
  return row?.count ?? 0
}

/** Notes that the person has shown the second factor: what failed before counts no more. */
export async function answerWrongSecondFactors(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`
    update failed_sign_ins set is_answered = true
    where person_id = ${personId} and step = 'second_factor' and not is_answered`)
}

/** Failed attempts at an account, the latest first, and how many there are. */
export async function listFailedSignIns(
  queries: Queries,
  personId: string,
  { limit, offset }: { limit: number; offset: number },
  now: Sql,
): Promise<{ rows: FailedSignIn[]; total: number }> {
  const [counted] = await queries.rows<{ total: number }>(sql`
    select count(*)::int as total from failed_sign_ins where person_id = ${personId} and ${kept(now)}`)
  const rows = await queries.rows<FailedSignIn>(sql`
    select at, step, ip_address as "ipAddress"
    from failed_sign_ins
    where person_id = ${personId} and ${kept(now)}
    order by at desc, id desc
    limit ${limit} offset ${offset}`)
  return { rows, total: counted?.total ?? 0 }
}

/** Removes failures that are kept no longer. */
export async function deleteOldFailedSignIns(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`delete from failed_sign_ins where not (${kept(now)})`)
}
