import { sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'

/** Whose password a link resets, and the workspace whose admin made it. */
export interface ResetLink {
  personId: string
  workspaceId: string
}

/** Writes the one link that resets a person's password; earlier ones are no longer good. */
export async function replaceResetLink(
  tx: Transaction,
  link: { hash: Buffer; personId: string; expiresAt: string },
  at: string,
): Promise<void> {
  await deleteResetLinksOf(tx, link.personId)
  await tx.rows(sql`
    insert into one_time_links (workspace_id, token_hash, purpose, person_id, expires_at, created_at)
    values (${tx.workspaceId}, ${link.hash}, 'password_reset', ${link.personId}, ${link.expiresAt}, ${at})`)
}

/** The link of a token that resets a password and has not expired. */
export async function findResetLink(
  queries: Queries,
  hash: Buffer,
  now: Sql,
): Promise<ResetLink | undefined> {
  const [row] = await queries.rows<ResetLink>(sql`
    select person_id as "personId", workspace_id as "workspaceId"
    from one_time_links
    where token_hash = ${hash} and purpose = 'password_reset' and expires_at > ${now}`)
  return row
}

/** Uses a link up; returns true to one caller alone. */
export async function takeResetLink(tx: Transaction, hash: Buffer): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from one_time_links
    where workspace_id = ${tx.workspaceId} and token_hash = ${hash} and purpose = 'password_reset'
    returning token_hash`)
  return rows.length === 1
}

/** Makes every link that resets a person's password void. */
export async function deleteResetLinksOf(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`
    delete from one_time_links where person_id = ${personId} and purpose = 'password_reset'`)
}

/** Writes a link that sets a new deployment up; earlier ones stay good, since other processes print theirs. */
export async function insertSetupLink(queries: Queries, hash: Buffer, at: string): Promise<void> {
  await queries.rows(sql`
    insert into one_time_links (token_hash, purpose, created_at) values (${hash}, 'setup', ${at})`)
}

/** Whether a token is that of a link that sets a new deployment up. */
export async function isSetupLink(queries: Queries, hash: Buffer): Promise<boolean> {
  const rows = await queries.rows(sql`
    select 1 from one_time_links where token_hash = ${hash} and purpose = 'setup'`)
  return rows.length === 1
}

/** Makes other set-ups of this deployment wait until the transaction ends. */
export async function lockSetup(queries: Queries): Promise<void> {
  await queries.rows(sql`select pg_advisory_xact_lock(hashtextextended('setup', 0))`)
}

/** Removes links that nobody can use any more. */
export async function deleteEndedLinks(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`
    delete from one_time_links
    where expires_at <= ${now} or (purpose = 'setup' and exists (select 1 from people))`)
}
