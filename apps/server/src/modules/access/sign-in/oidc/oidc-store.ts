import { sql, type Queries } from '../../../../platform/db/index.ts'

/** An account at an identity provider. */
export interface ProviderAccount {
  issuer: string
  subject: string
}

/** Returns the person to whom an account of a provider is bound. */
export async function findBoundPerson(
  queries: Queries,
  { issuer, subject }: ProviderAccount,
): Promise<string | undefined> {
  const [row] = await queries.rows<{ personId: string }>(sql`
    select person_id as "personId"
    from sign_in_accounts
    where provider_id = ${providerId(issuer)} and account_id = ${subject}`)
  return row?.personId
}

/**
 * Permanently binds an account of a provider to a person; returns false if another account of the provider is bound
 * to the person, or the account to another person.
 */
export async function bindAccount(
  queries: Queries,
  rowId: string,
  personId: string,
  { issuer, subject }: ProviderAccount,
  at: string,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    insert into sign_in_accounts (id, account_id, provider_id, person_id, created_at, updated_at)
    values (${rowId}, ${subject}, ${providerId(issuer)}, ${personId}, ${at}, ${at})
    on conflict do nothing
    returning id`)
  return rows.length === 1
}

/** An account of a provider with which a person can sign in. */
export interface BoundAccount {
  id: string
  issuer: string
  boundAt: string
}

/** Returns the accounts of providers with which a person can sign in, oldest first. */
export async function listBoundAccounts(queries: Queries, personId: string): Promise<BoundAccount[]> {
  return queries.rows<BoundAccount>(sql`
    select id, substr(provider_id, length(${PREFIX}) + 1) as issuer, created_at as "boundAt"
    from sign_in_accounts
    where person_id = ${personId} and provider_id like ${`${PREFIX}%`}
    order by created_at, id`)
}

/** Deletes the binding of one or all accounts of providers; returns how many were deleted. */
export async function deleteBoundAccounts(queries: Queries, personId: string, id?: string): Promise<number> {
  const rows = await queries.rows(sql`
    delete from sign_in_accounts
    where person_id = ${personId} and provider_id like ${`${PREFIX}%`} and (${id ?? null}::uuid is null or id = ${id ?? null})
    returning id`)
  return rows.length
}

const PREFIX = 'oidc:'

/** Subjects are unique only within their issuer. */
function providerId(issuer: string): string {
  return `${PREFIX}${issuer}`
}
