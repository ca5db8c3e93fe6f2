import type { Role } from '@plumbline/contract'
import {
  empty,
  sql,
  type Queries,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../platform/db/index.ts'

/** A person, identified by email address across workspaces. */
export interface Person {
  personId: string
  email: string
  name: string
}

/** What a person may do in one workspace. */
export interface Membership {
  personId: string
  role: Role
  /** Sites that the person has access to; null: all. */
  siteIds: string[] | null
  /** End of an auditor's access. */
  accessEndsAt: string | null
  isActive: boolean
}

/** A member with the person's name and address, and how they sign in. */
export type Member = Membership & Person & { hasTwoFactor: boolean; hasProviderAccount: boolean }

const personColumns = sql`p.id as "personId", p.email, p.name`
const membershipColumns = sql`
  m.role, m.site_ids as "siteIds", m.access_ends_at as "accessEndsAt", m.is_active as "isActive"`
const hasTwoFactor = sql`
  exists (
    select from second_factors f where f.person_id = p.id and f.confirmed_at is not null
  ) as "hasTwoFactor",
  exists (
    select from sign_in_accounts a where a.person_id = p.id and a.provider_id <> 'credential'
  ) as "hasProviderAccount"`

/** Looks up a person by email address, case-insensitively, across workspaces. */
export async function findPersonByEmail(queries: Queries, email: string): Promise<Person | undefined> {
  const [row] = await queries.rows<Person>(sql`
    select ${personColumns} from people p where p.email = ${email.toLowerCase()}`)
  return row
}

/** Returns the email address of a person referenced by an existing row. */
export async function addressOf(queries: Queries, personId: string): Promise<string> {
  const { email } = await findPerson(queries, personId)
  return email
}

/** Returns the person referenced by an existing row. */
export async function findPerson(queries: Queries, personId: string): Promise<Person> {
  const [row] = await queries.rows<Person>(sql`
    select ${personColumns} from people p where p.id = ${personId}`)
  if (!row) throw new Error('a person vanished')
  return row
}

/** Writes a person, unless one with that address exists; returns the person with the address. */
export async function ensurePerson(tx: Queries, person: Person, at: string): Promise<Person> {
  await tx.rows(sql`
    insert into people (id, email, name, created_at, updated_at)
    values (${person.personId}, ${person.email.toLowerCase()}, ${person.name}, ${at}, ${at})
    on conflict (email) do nothing`)
  const found = await findPersonByEmail(tx, person.email)
  if (!found) throw new Error('a person vanished while being added')
  return found
}

/** Returns false if the person is already a member. */
export async function insertMembership(
  tx: Transaction,
  membership: Membership,
  at: string,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into memberships (
      workspace_id, person_id, role, site_ids, access_ends_at, is_active, created_at, updated_at
    ) values (
      ${tx.workspaceId}, ${membership.personId}, ${membership.role}, ${membership.siteIds}::uuid[],
      ${membership.accessEndsAt}, ${membership.isActive}, ${at}, ${at}
    )
    on conflict do nothing
    returning person_id`)
  return rows.length === 1
}

/** Writes a person's name and address; a changed address has not been verified yet. */
export async function updatePerson(tx: Transaction, person: Person, at: string): Promise<void> {
  await tx.rows(sql`
    update people
    set email = ${person.email}, name = ${person.name}, updated_at = ${at},
      address_proof = case when email = ${person.email} then address_proof end
    where id = ${person.personId}`)
}

/**
 * Whether a person belongs to another workspace, active there or not. The sample data of this workspace do not count:
 * people who try them out remain this workspace's own.
 */
export async function isMemberElsewhere(tx: Transaction, personId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from memberships m
    where m.workspace_id <> ${tx.workspaceId} and m.person_id = ${personId}
      and not exists (
        select from sample_workspaces s
        where s.workspace_id = m.workspace_id and s.sample_of = ${tx.workspaceId})
    limit 1`)
  return rows.length > 0
}

/**
 * Returns the workspaces in which a person is an active member, with role, sites and end of access. Sample data come
 * last: a change of credentials commits with the first entry, and only there is it compared.
 */
export async function activeMemberships(
  queries: Queries,
  personId: string,
): Promise<{ workspaceId: string; role: Role; siteIds: string[] | null; accessEndsAt: string | null }[]> {
  return queries.rows(sql`
    select workspace_id as "workspaceId", role, site_ids as "siteIds", access_ends_at as "accessEndsAt"
    from memberships m
    where person_id = ${personId} and is_active
    order by exists (select from sample_workspaces s where s.workspace_id = m.workspace_id), workspace_id`)
}

/** Whether a person is an active member of any workspace, or is invited to one by a valid link. */
export async function belongsSomewhere(
  queries: Queries,
  { personId, email }: Pick<Person, 'personId' | 'email'>,
  now: Sql,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from memberships where person_id = ${personId} and is_active
    union all
    select from one_time_links where purpose = 'invitation' and email = ${email} and expires_at > ${now}
    limit 1`)
  return rows.length > 0
}

/** Returns printed names of those who decide on access to a workspace, in alphabetical order. */
export async function listAdminNames(queries: WorkspaceQueries): Promise<string[]> {
  const rows = await queries.rows<{ name: string }>(sql`
    select p.name
    from memberships m join people p on p.id = m.person_id
    where m.workspace_id = ${queries.workspaceId} and m.role = 'admin' and m.is_active
    order by p.name`)
  return rows.map(({ name }) => name)
}

export async function updateMembership(tx: Transaction, membership: Membership, at: string): Promise<void> {
  await tx.rows(sql`
    update memberships
    set role = ${membership.role},
      site_ids = ${membership.siteIds}::uuid[],
      access_ends_at = ${membership.accessEndsAt},
      is_active = ${membership.isActive},
      updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and person_id = ${membership.personId}`)
}

/** Returns a member by ID or email address. */
export async function findMember(queries: WorkspaceQueries, idOrEmail: string): Promise<Member | undefined> {
  const [row] = await queries.rows<Member>(sql`
    select ${personColumns}, ${membershipColumns}, ${hasTwoFactor}
    from memberships m join people p on p.id = m.person_id
    where m.workspace_id = ${queries.workspaceId}
      and (p.id::text = ${idOrEmail.toLowerCase()} or p.email = ${idOrEmail.toLowerCase()})`)
  return row
}

/** Returns all members of a workspace, by name; on request locked until the transaction ends. */
export async function listMembers(queries: WorkspaceQueries, { lock = false } = {}): Promise<Member[]> {
  return queries.rows<Member>(sql`
    select ${personColumns}, ${membershipColumns}, ${hasTwoFactor}
    from memberships m join people p on p.id = m.person_id
    where m.workspace_id = ${queries.workspaceId}
    order by p.name, p.id
    ${lock ? sql`for no key update of m` : empty}`)
}

/** Whether more than one person is an active member. */
export async function hasSeveralMembers(queries: WorkspaceQueries): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from memberships where workspace_id = ${queries.workspaceId} and is_active limit 2`)
  return rows.length > 1
}

/**
 * Sets a person's password, given as its hash.
 * @param isTemporary whether somebody else has seen it, so that the person must choose a new one
 */
export async function savePasswordHash(
  tx: Queries,
  accountId: string,
  personId: string,
  hash: string,
  at: string,
  { isTemporary = false } = {},
): Promise<void> {
  await tx.rows(sql`
    insert into sign_in_accounts (
      id, account_id, provider_id, person_id, password, is_temporary, created_at, updated_at
    ) values (${accountId}, ${personId}, 'credential', ${personId}, ${hash}, ${isTemporary}, ${at}, ${at})
    on conflict (provider_id, account_id) do update
    set password = excluded.password, is_temporary = excluded.is_temporary, updated_at = excluded.updated_at`)
}

/** Whether a person signs in with a password that somebody else has seen. */
export async function hasTemporaryPassword(queries: Queries, personId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from sign_in_accounts
    where person_id = ${personId} and provider_id = 'credential' and is_temporary`)
  return rows.length > 0
}

/** How the address of an account was verified: through a link, or by an identity provider. */
export type AddressProof = 'link' | 'provider'

/** Returns how the address of a person was verified; null if it was not. */
export async function addressProofOf(queries: Queries, personId: string): Promise<AddressProof | null> {
  const [row] = await queries.rows<{ proof: AddressProof | null }>(sql`
    select address_proof as proof from people where id = ${personId}`)
  return row?.proof ?? null
}

export async function setAddressProof(
  queries: Queries,
  personId: string,
  proof: AddressProof,
): Promise<void> {
  await queries.rows(sql`update people set address_proof = ${proof} where id = ${personId}`)
}

/** Deletes the password of a person and their bound accounts of identity providers. */
export async function deleteSignInAccounts(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`delete from sign_in_accounts where person_id = ${personId}`)
}

/** Deletes the password of a person, who then chooses a new one through a link. */
export async function deletePassword(queries: Queries, personId: string): Promise<void> {
  await queries.rows(sql`
    delete from sign_in_accounts where person_id = ${personId} and provider_id = 'credential'`)
}

/** Writes a stronger hash of the same password; returns false if the password was changed meanwhile. */
export async function replacePasswordHash(
  queries: Queries,
  personId: string,
  { stored, stronger }: { stored: string; stronger: string },
  at: string,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    update sign_in_accounts set password = ${stronger}, updated_at = ${at}
    where person_id = ${personId} and provider_id = 'credential' and password = ${stored}
    returning id`)
  return rows.length === 1
}

/** Looks up a person by email address, case-insensitively, with the hash of their password; null if none. */
export async function findCredentials(
  queries: Queries,
  email: string,
): Promise<{ person: Person; passwordHash: string | null } | undefined> {
  const [row] = await queries.rows<Person & { passwordHash: string | null }>(sql`
    select ${personColumns}, a.password as "passwordHash"
    from people p left join sign_in_accounts a on a.person_id = p.id and a.provider_id = 'credential'
    where p.email = ${email.toLowerCase()}`)
  if (!row) return undefined
  const { passwordHash, ...person } = row
  return { person, passwordHash }
}

/** Returns the hash of a person's password; undefined if the person has none. */
export async function findPasswordHash(queries: Queries, personId: string): Promise<string | undefined> {
  const [row] = await queries.rows<{ password: string | null }>(sql`
    select password from sign_in_accounts where person_id = ${personId} and provider_id = 'credential'`)
  return row?.password ?? undefined
}

/** Whether any person exists in this deployment. */
export async function anyPerson(queries: Queries): Promise<boolean> {
  const rows = await queries.rows(sql`select 1 from people limit 1`)
  return rows.length > 0
}

/** Returns all workspaces with members, for work that processes them one by one. */
export async function workspacesWithMembers(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    select distinct workspace_id as "workspaceId" from memberships order by workspace_id`)
  return rows.map((row) => row.workspaceId)
}
