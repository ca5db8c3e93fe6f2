import { sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'
import { isGenuine, type SealParts } from '../sealed-rows.ts'
import { sealedLink, type SealedLink } from './link-seal.ts'

/** The person whose password a link resets, and the workspace whose admin created it. */
export interface ResetLink {
  personId: string
  workspaceId: string
}

/** The columns of the links `s` that their MAC covers, and the MAC. */
export const sealedLinkColumns = sql`
  s.token_hash as "tokenHash", s.purpose, s.workspace_id as "workspaceId", s.person_id as "personId",
  s.invitation_id as "invitationId", s.email, s.expires_at as "expiresAt", s.mac`

/** Writes a new link. */
export async function insertLink(queries: Queries, link: SealedLink, at: string): Promise<void> {
  await queries.rows(sql`
    insert into one_time_links (
      token_hash, purpose, workspace_id, person_id, invitation_id, email, expires_at, created_at, mac
    ) values (
      ${link.tokenHash}, ${link.purpose}, ${link.workspaceId}, ${link.personId}, ${link.invitationId}, ${link.email},
      ${link.expiresAt}, ${at}, ${link.mac}
    )`)
}

/** Returns the unexpired link of a token for a purpose; undefined also for one that somebody has forged. */
export async function findLink(
  queries: Queries,
  seals: SealParts,
  { tokenHash, purpose }: Pick<SealedLink, 'tokenHash' | 'purpose'>,
  now: Sql,
): Promise<SealedLink | undefined> {
  const [row] = await queries.rows<SealedLink>(sql`
    select ${sealedLinkColumns}
    from one_time_links s
    where s.token_hash = ${tokenHash} and s.purpose = ${purpose}
      and (s.expires_at is null or s.expires_at > ${now})`)
  return row && isGenuine(seals, sealedLink(row)) ? row : undefined
}

/** Returns the unexpired reset link of a token. */
export async function findResetLink(
  queries: Queries,
  seals: SealParts,
  hash: Buffer,
  now: Sql,
): Promise<ResetLink | undefined> {
  const link = await findLink(queries, seals, { tokenHash: hash, purpose: 'password_reset' }, now)
  // The table requires both of a reset link.
  return link && { personId: link.personId!, workspaceId: link.workspaceId! }
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
