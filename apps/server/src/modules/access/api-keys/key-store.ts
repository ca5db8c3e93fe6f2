import type { Role, Scope } from '@plumbline/contract'
import {
  sql,
  type Queries,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import { settingsColumns, type WorkspaceSettings } from '../../workspaces/index.ts'
import type { StoredKey } from './api-key.ts'
import { countIn, RATE_WINDOW_SECONDS } from '../../../platform/rate-limit/index.ts'

/** The immutable data of a key: what it belongs to and how it is recognized. */
export interface KeyIdentity extends StoredKey {
  keyId: string
  workspaceId: string
}

/** Looks up a key by its non-secret prefix, across workspaces. */
export async function findKeyByPrefix(queries: Queries, prefix: string): Promise<KeyIdentity | undefined> {
  const [row] = await queries.rows<KeyIdentity>(sql`
    select key_id as "keyId", workspace_id as "workspaceId", prefix, salt, hash
    from api_keys
    where prefix = ${prefix}`)
  return row
}

/** A usable key with its owner, its workspace, and its rate window after this request was counted. */
export interface CountedKey extends WorkspaceSettings {
  /** A person or a service account. */
  ownerId: string
  ownerName: string
  role: Role
  scope: Scope
  keySites: string[] | null
  ownerSites: string[] | null
  accessEnded: boolean
  /** Limit granted to this key by an operator; null: as configured. */
  rateLimitPerMinute: number | null
  count: number
  resetSeconds: number
}

/**
 * Reads a key's current state and counts requests in its window, in one statement; `count` is that of the last
 * request. For a key that is revoked or expired, or whose owner was deactivated, returns nothing and counts nothing.
 */
export async function countKeyRequests(
  queries: WorkspaceQueries,
  keyId: string,
  requests: number,
  now: Sql,
): Promise<CountedKey | undefined> {
  const [row] = await queries.rows<CountedKey>(sql`
    with clock as materialized (select ${now} as now),
    usable as materialized (
      select k.workspace_id, k.key_id, k.owner_id, k.scope, k.site_ids, k.rate_limit_per_minute, o.role, o.site_ids as owner_sites,
        o.access_ends_at, o.name as owner_name
      from api_keys k
      cross join lateral (
        select m.role, m.site_ids, m.access_ends_at, p.name
        from memberships m join people p on p.id = m.person_id
        where m.workspace_id = k.workspace_id and m.person_id = k.owner_id and m.is_active
        union all
        select s.role, s.site_ids, null, s.name
        from service_accounts s
        where s.workspace_id = k.workspace_id and s.service_account_id = k.owner_id and s.is_active
      ) o
      where k.workspace_id = ${queries.workspaceId} and k.key_id = ${keyId}
        and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > (select now from clock))
    )
    select ${settingsColumns}, u.owner_id as "ownerId", u.owner_name as "ownerName", u.role, u.scope,
      u.site_ids as "keySites", u.owner_sites as "ownerSites",
      coalesce(u.role = 'auditor' and u.access_ends_at <= clock.now, false) as "accessEnded",
      u.rate_limit_per_minute as "rateLimitPerMinute", c.count, c.reset_seconds as "resetSeconds"
    from usable u
    cross join clock
    cross join lateral ${countIn(sql`'key:' || u.key_id::text`, RATE_WINDOW_SECONDS, sql`clock.now`, requests)} c
    join workspaces w on w.workspace_id = u.workspace_id`)
  return row
}

/** A key as shown in lists. */
export interface ListedKey {
  keyId: string
  name: string
  scope: Scope
  prefix: string
  ownerId: string
  isOfServiceAccount: boolean
  /** The person who created it; null for the system. */
  createdBy: string | null
  siteIds: string[] | null
  expiresAt: string | null
  revokedAt: string | null
  /** Requests per minute granted by an operator; null: as configured. */
  rateLimitPerMinute: number | null
  createdAt: string
  /** Start of its last counted window: within a minute of its last use; unknown after a crash. */
  lastUsedAt: string | null
}

/** Members of a key that are not written into its row. */
type NotInserted =
  | 'revokedAt'
  | 'rateLimitPerMinute'
  | 'lastUsedAt'
  | 'prefix'
  | 'isOfServiceAccount'
  | 'createdBy'

export async function insertKey(
  tx: Transaction,
  key: Omit<ListedKey, NotInserted> & StoredKey,
): Promise<void> {
  await tx.rows(sql`
    insert into api_keys (
      key_id, workspace_id, owner_id, name, scope, site_ids, prefix, salt, hash, expires_at, created_at
    ) values (
      ${key.keyId}, ${tx.workspaceId}, ${key.ownerId}, ${key.name}, ${key.scope}, ${key.siteIds}::uuid[],
      ${key.prefix}, ${key.salt}, ${key.hash}, ${key.expiresAt}, ${key.createdAt}
    )`)
}

/** Revokes a key permanently; distinguishes a key that was already revoked from one of another workspace. */
export async function markKeyRevoked(
  tx: Transaction,
  keyId: string,
  at: string,
): Promise<'revoked' | 'revoked_before' | 'unknown'> {
  const [row] = await tx.rows<{ before: string | null }>(sql`
    with key as (
      select key_id, revoked_at from api_keys
      where workspace_id = ${tx.workspaceId} and key_id = ${keyId}
      for no key update
    )
    update api_keys k
    set revoked_at = coalesce(key.revoked_at, ${at}::timestamptz)
    from key
    where k.workspace_id = ${tx.workspaceId} and k.key_id = key.key_id
    returning key.revoked_at as before`)
  if (!row) return 'unknown'
  return row.before === null ? 'revoked' : 'revoked_before'
}

/** Returns the limit of a key, locking its row until the transaction ends; undefined for a key of another workspace. */
export async function lockKeyLimit(tx: Transaction, keyId: string): Promise<number | null | undefined> {
  const [row] = await tx.rows<{ limit: number | null }>(sql`
    select rate_limit_per_minute as "limit"
    from api_keys
    where workspace_id = ${tx.workspaceId} and key_id = ${keyId}
    for no key update`)
  return row?.limit
}

export async function updateKeyLimit(tx: Transaction, keyId: string, limit: number | null): Promise<void> {
  await tx.rows(sql`
    update api_keys set rate_limit_per_minute = ${limit}
    where workspace_id = ${tx.workspaceId} and key_id = ${keyId}`)
}

/** Returns the workspace of a key, for commands that name only the key. */
export async function workspaceOfKey(queries: Queries, keyId: string): Promise<string | undefined> {
  const [row] = await queries.rows<{ workspaceId: string }>(sql`
    select workspace_id as "workspaceId" from api_keys where key_id = ${keyId}`)
  return row?.workspaceId
}

export async function findKey(queries: WorkspaceQueries, keyId: string): Promise<ListedKey | undefined> {
  return (await listKeys(queries)).find((key) => key.keyId === keyId)
}

export async function listKeys(queries: WorkspaceQueries): Promise<ListedKey[]> {
  const [keys, creators] = (await queries.batch([
    sql`
    select k.key_id as "keyId", k.name, k.scope, k.prefix, k.owner_id as "ownerId", k.site_ids as "siteIds",
      exists (
        select from service_accounts s
        where s.workspace_id = k.workspace_id and s.service_account_id = k.owner_id
      ) as "isOfServiceAccount",
      k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.created_at as "createdAt",
      k.rate_limit_per_minute as "rateLimitPerMinute", r.started_at as "lastUsedAt"
    from api_keys k
    left join rate_windows r on r.bucket = 'key:' || k.key_id::text
    where k.workspace_id = ${queries.workspaceId}
    order by k.created_at, k.key_id`,
    sql`
    select e.subject_id as "keyId", e.actor_id as "createdBy"
    from api_keys k
    join ledger_entries e on e.workspace_id = ${queries.workspaceId} and e.subject_id = k.key_id::text
    where k.workspace_id = ${queries.workspaceId} and e.kind = 'api_key.created' and e.actor_type = 'user'`,
  ])) as [Omit<ListedKey, 'createdBy'>[], { keyId: string; createdBy: string }[]]
  const createdBy = new Map(creators.map((entry) => [entry.keyId, entry.createdBy]))
  return keys.map((key) => ({ ...key, createdBy: createdBy.get(key.keyId) ?? null }))
}

/** Returns when the first person or API key of the server was entered, as a timestamp; null while there are none. */
export async function firstUse(queries: Queries): Promise<string | null> {
  const [row] = await queries.rows<{ at: string | null }>(sql`
    select least(
      (select min(created_at) from people),
      (select min(created_at) from api_keys)) as at`)
  return row?.at ?? null
}
