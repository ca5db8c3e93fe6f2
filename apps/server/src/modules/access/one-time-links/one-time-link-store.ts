import { sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'

/** The person whose password a link resets, and the workspace whose admin created it. */
export interface ResetLink {
  personId: string
  workspaceId: string
}

/** Writes the only link that resets a person's password, invalidating earlier ones. */
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

/** Returns the unexpired reset link of a token. */
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

/** Consumes a link; returns true to only one caller. */
export async function takeResetLink(tx: Transaction, hash: Buffer): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from one_time_links
    where workspace_id = ${tx.workspaceId} and token_hash = ${hash} and purpose = 'password_reset'
    returning token_hash`)
  return rows.length === 1
}

/** Invalidates every link that resets a person's password. */
export async function deleteResetLinksOf(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`
    delete from one_time_links where person_id = ${personId} and purpose = 'password_reset'`)
}

/** Writes a link that sets up a new deployment; earlier ones remain valid, because other processes print theirs. */
export async function insertSetupLink(queries: Queries, hash: Buffer, at: string): Promise<void> {
  await queries.rows(sql`
    insert into one_time_links (token_hash, purpose, created_at) values (${hash}, 'setup', ${at})`)
}

/** Whether a token is that of a setup link. */
export async function isSetupLink(queries: Queries, hash: Buffer): Promise<boolean> {
  const rows = await queries.rows(sql`
    select 1 from one_time_links where token_hash = ${hash} and purpose = 'setup'`)
  return rows.length === 1
}

/** Blocks other setups of this deployment until the transaction ends. */
export async function lockSetup(queries: Queries): Promise<void> {
  await queries.rows(sql`select pg_advisory_xact_lock(hashtextextended('setup', 0))`)
}

/** Deletes links that can no longer be used. */
export async function deleteEndedLinks(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`
    delete from one_time_links
    where expires_at <= ${now} or (purpose = 'setup' and exists (select 1 from people))`)
}
