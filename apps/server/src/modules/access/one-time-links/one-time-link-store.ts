import { sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hashOneTimeToken } from './one-time-token.ts'
import { linkSeal, type LinkRow, type Sealed, type SealParts } from '../sealed-rows.ts'

/** The person whose password a link resets, and the workspace whose admin created it. */
export interface ResetLink {
  personId: string
  workspaceId: string
}

/** A new link; members that its purpose does not need are absent. */
export type NewLink = Pick<LinkRow, 'tokenHash' | 'purpose'> & Partial<LinkRow>

/** Seals and writes a new link. */
export async function insertLink(
  queries: Queries,
  secrets: Secrets,
  link: NewLink,
  at: string,
): Promise<void> {
  const absent = { workspaceId: null, personId: null, invitationId: null, email: null, expiresAt: null }
  const row = linkSeal.seal(secrets, { ...absent, ...link })
  await queries.rows(sql`
    insert into one_time_links (
      token_hash, purpose, workspace_id, person_id, invitation_id, email, expires_at, created_at, mac
    ) values (
      ${row.tokenHash}, ${row.purpose}, ${row.workspaceId}, ${row.personId}, ${row.invitationId}, ${row.email},
      ${row.expiresAt}, ${at}, ${row.mac}
    )`)
}

/** The token of a link, and what the link must be for. */
export interface LinkToken {
  readonly token: string
  readonly purpose: LinkRow['purpose']
}

/** Returns the unexpired link of a token for a purpose; undefined also for one that somebody has forged. */
export async function findLink(
  queries: Queries,
  seals: SealParts,
  { token, purpose }: LinkToken,
  now: Sql,
): Promise<LinkRow | undefined> {
  const [row] = await queries.rows<Sealed<LinkRow>>(sql`
    select ${linkSeal.columns}
    from one_time_links s
    where s.token_hash = ${hashOneTimeToken(token)} and s.purpose = ${purpose}
      and (s.expires_at is null or s.expires_at > ${now})`)
  return row && linkSeal.isGenuine(seals, row) ? row : undefined
}

/** Returns the unexpired reset link of a token. */
export async function findResetLink(
  queries: Queries,
  seals: SealParts,
  token: string,
  now: Sql,
): Promise<ResetLink | undefined> {
  const link = await findLink(queries, seals, { token, purpose: 'password_reset' }, now)
  // The table requires both of a reset link.
  return link && { personId: link.personId!, workspaceId: link.workspaceId! }
}

/** Consumes a link of the workspace; returns true to only one caller. */
export async function takeLink(tx: Transaction, { token, purpose }: LinkToken): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from one_time_links
    where workspace_id = ${tx.workspaceId} and token_hash = ${hashOneTimeToken(token)}
      and purpose = ${purpose}
    returning token_hash`)
  return rows.length === 1
}

/** Invalidates every link that resets a person's password. */
export async function deleteResetLinksOf(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`
    delete from one_time_links where person_id = ${personId} and purpose = 'password_reset'`)
}

/** Invalidates the link of an invitation. */
export async function deleteInvitationLink(tx: Transaction, invitationId: string): Promise<void> {
  await tx.rows(sql`
    delete from one_time_links where workspace_id = ${tx.workspaceId} and invitation_id = ${invitationId}`)
}

/**
 * Consumes every link with which this deployment can be set up. Of concurrent setups, also with different links, one
 * gets true; the others wait for its transaction, and get true only if it rolls back.
 */
export async function takeSetupLinks(queries: Queries, token: string): Promise<boolean> {
  const rows = await queries.rows<{ isGiven: boolean }>(sql`
    delete from one_time_links
    where purpose = 'setup'
    returning token_hash = ${hashOneTimeToken(token)} as "isGiven"`)
  return rows.some(({ isGiven }) => isGiven)
}

/** Deletes links that can no longer be used. */
export async function deleteEndedLinks(queries: Queries, now: Sql): Promise<void> {
  await queries.rows(sql`
    delete from one_time_links
    where expires_at <= ${now} or (purpose = 'setup' and exists (select 1 from people))`)
}
