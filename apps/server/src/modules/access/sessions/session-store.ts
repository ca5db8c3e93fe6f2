import { createHash } from 'node:crypto'
import type { Role } from '@plumbline/contract'
import { sql, type Queries, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { settingsColumns, type WorkspaceSettings } from '../../workspaces/index.ts'
import { countIn, countOne, RATE_WINDOW_SECONDS, type RateCount } from '../../../platform/rate-limit/index.ts'
import type { Person } from '../people-store.ts'
import { sessionSeal, type Sealed, type SealParts, type SessionRow } from '../sealed-rows.ts'

/** A session that has not ended, with its person. */
export interface Session extends Person, Sealed<SessionRow> {
  /** When it started or was last renewed. */
  renewedAt: string
  /** To within a few minutes. */
  lastUsedAt: string
  /** The password was seen by somebody else, and a new one has not been chosen yet. */
  mustChangePassword: boolean
  /** The person signs in with a second factor. */
  hasSecondFactor: boolean
}

/** One of a person's sessions, and where it comes from. */
export interface ListedSession {
  sessionId: string
  userAgent: string | null
  /** Address from which it was last used, to within a few minutes. */
  ipAddress: string | null
  createdAt: string
  lastUsedAt: string
  expiresAt: string
}

/** What the person of a session may do in a workspace. */
export interface MemberRights {
  role: Role
  siteIds: string[] | null
  /** When an auditor's access ended; null while it has not. */
  accessEndedAt: string | null
  workspace: WorkspaceSettings
}

const lastUsed = sql`coalesce(s.last_used_at, s.created_at)`
const sessionColumns = sql`
  ${sessionSeal.columns}, s.updated_at as "renewedAt", ${lastUsed} as "lastUsedAt",
  exists (
    select from sign_in_accounts a
    where a.person_id = s.person_id and a.provider_id = 'credential' and a.is_temporary
  ) as "mustChangePassword",
  exists (
    select from second_factors f where f.person_id = s.person_id and f.confirmed_at is not null
  ) as "hasSecondFactor",
  p.email`

/** Returns the live session of a token, across workspaces; undefined also for one that somebody has forged. */
export async function findSession(
  queries: Queries,
  seals: SealParts,
  token: string,
  now: Sql,
): Promise<Session | undefined> {
  const [row] = await queries.rows<Session>(sql`
    select ${sessionColumns}, p.name
    from sign_in_sessions s join people p on p.id = s.person_id
    where s.token_hash = ${hashOf(token)} and s.expires_at > ${now}`)
  return row && sessionSeal.isGenuine(seals, row) ? row : undefined
}

/** Like `findSession`, counting a request in the window of the session. */
export async function countSession(
  queries: Queries,
  seals: SealParts,
  token: string,
  now: Sql,
): Promise<{ session: Session; counted: RateCount } | undefined> {
  const [row] = await queries.rows<Session & RateCount>(sql`
    ${liveAndCounted(token, now)}
    select ${sessionColumns}, p.name, c.count, c.reset_seconds as "resetSeconds"
    from live s join people p on p.id = s.person_id
    cross join counted c`)
  if (!row || !sessionSeal.isGenuine(seals, row)) return undefined
  const { count, resetSeconds, ...session } = row
  return { session, counted: { count, resetSeconds } }
}

/** Counts further requests in the window of a session. */
export async function countMoreOfSession(
  queries: Queries,
  sessionId: string,
  more: number,
  now: Sql,
): Promise<RateCount> {
  return countOne(queries, `session:${sessionId}`, RATE_WINDOW_SECONDS, now, more)
}

/** Common start of statements that read the live session of a token and count a request in its window. */
function liveAndCounted(token: string, now: Sql): Sql {
  return sql`
    with clock as materialized (select ${now} as now),
    live as materialized (
      select s.* from sign_in_sessions s, clock
      where s.token_hash = ${hashOf(token)} and s.expires_at > clock.now
    ),
    counted as materialized (
      select c.count, c.reset_seconds
      from live
      cross join clock
      cross join lateral ${countIn(sql`'session:' || live.id::text`, RATE_WINDOW_SECONDS, sql`clock.now`)} c
    )`
}

/**
 * Like `countSession`, with what the person of the session may do in a workspace (null unless an active member).
 */
export async function countMemberSession(
  queries: WorkspaceQueries,
  seals: SealParts,
  token: string,
  now: Sql,
): Promise<{ session: Session; rights: MemberRights | null; counted: RateCount } | undefined> {
  const [row] = await queries.rows<MemberSessionRow>(sql`
    ${liveAndCounted(token, now)}
    select ${settingsColumns}, ${sessionColumns}, p.name as "personName", c.count, c.reset_seconds as "resetSeconds",
      m.role, m.site_ids as "siteIds",
      case when m.role = 'auditor' and m.access_ends_at <= clock.now then m.access_ends_at end as "accessEndedAt"
    from live s
    cross join counted c
    cross join clock
    join people p on p.id = s.person_id
    left join memberships m on m.workspace_id = ${queries.workspaceId} and m.person_id = p.id and m.is_active
    left join workspaces w on w.workspace_id = m.workspace_id`)
  if (!row || !sessionSeal.isGenuine(seals, row)) return undefined
  const { sessionId, tokenHash, mac, createdAt, renewedAt, lastUsedAt, expiresAt, endsAt, ...others } = row
  const { mustChangePassword, hasSecondFactor, personId, email, personName: name, ...rest } = others
  const { role, siteIds, accessEndedAt, count, resetSeconds, ...workspace } = rest
  return {
    session: {
      sessionId,
      tokenHash,
      mac,
      createdAt,
      renewedAt,
      lastUsedAt,
      expiresAt,
      endsAt,
      mustChangePassword,
      hasSecondFactor,
      personId,
      email,
      name,
    },
    rights: role === null ? null : { role, siteIds, accessEndedAt, workspace },
    counted: { count, resetSeconds },
  }
}

/** A session within a workspace. */
export interface MemberSession {
  readonly workspaceId: string
  readonly sessionId: string
}

/** A live session, with what its person may currently do in a workspace. */
export interface LiveMemberSession extends MemberSession {
  readonly role: Role
  readonly siteIds: string[] | null
}

/**
 * Returns which of these sessions are live and belong to active members whose access has not ended; none that somebody
 * has forged.
 */
export async function liveMemberSessions(
  queries: Queries,
  seals: SealParts,
  wanted: readonly MemberSession[],
  now: Sql,
): Promise<LiveMemberSession[]> {
  const rows = await queries.rows<LiveMemberSession & Sealed<SessionRow>>(sql`
    select m.workspace_id as "workspaceId", ${sessionSeal.columns}, m.role, m.site_ids as "siteIds"
    from unnest(
      ${wanted.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${wanted.map(({ sessionId }) => sessionId)}::uuid[]
    ) as wanted (workspace_id, session_id)
    join sign_in_sessions s on s.id = wanted.session_id and s.expires_at > ${now}
    join memberships m on m.workspace_id = wanted.workspace_id and m.person_id = s.person_id and m.is_active
    where m.role <> 'auditor' or m.access_ends_at is null or m.access_ends_at > ${now}`)
  return rows
    .filter((row) => sessionSeal.isGenuine(seals, row))
    .map(({ workspaceId, sessionId, role, siteIds }) => ({ workspaceId, sessionId, role, siteIds }))
}

type MemberSessionRow = Omit<Session, 'name'> &
  RateCount &
  WorkspaceSettings & {
    personName: string
    role: Role | null
    siteIds: string[] | null
    accessEndedAt: string | null
  }

/** A new session, and the browser in which it starts. */
export interface NewSessionRow extends Sealed<SessionRow> {
  address: string
  userAgent: string
}

/** Writes a new session. */
export async function insertSession(queries: Queries, session: NewSessionRow): Promise<void> {
  const { sessionId, tokenHash, personId, address, userAgent, createdAt, expiresAt, endsAt, mac } = session
  await queries.rows(sql`
    insert into sign_in_sessions (
      id, token_hash, person_id, expires_at, ends_at, ip_address, user_agent, created_at, updated_at, mac
    ) values (
      ${sessionId}, ${tokenHash}, ${personId}, ${expiresAt}, ${endsAt}, ${address}, ${userAgent}, ${createdAt},
      ${createdAt}, ${mac}
    )`)
}

/**
 * Writes when a session expires and ends, unless another request has changed it since it was read.
 * @param renewedAt set if it was extended
 */
export async function replaceExpiry(
  queries: Queries,
  before: Sealed<SessionRow>,
  { expiresAt, endsAt, mac }: Sealed<SessionRow>,
  renewedAt: string | null = null,
): Promise<void> {
  await queries.rows(sql`
    update sign_in_sessions
    set expires_at = ${expiresAt}, ends_at = ${endsAt}, mac = ${mac},
      updated_at = coalesce(${renewedAt}::timestamptz, updated_at)
    where id = ${before.sessionId} and mac = ${before.mac}`)
}

/** Records that a session is in use, and from which address. */
export async function noteUse(
  queries: Queries,
  sessionId: string,
  use: { at: string; address: string },
): Promise<void> {
  await queries.rows(sql`
    update sign_in_sessions
    set last_used_at = ${use.at}, ip_address = ${use.address}
    where id = ${sessionId}`)
}

/** Returns the live sessions of a person, last used first; none that somebody has forged. */
export async function listSessions(
  queries: Queries,
  seals: SealParts,
  personId: string,
  now: Sql,
): Promise<ListedSession[]> {
  const rows = await queries.rows<ListedSession & Sealed<SessionRow>>(sql`
    select ${sessionSeal.columns}, nullif(s.user_agent, '') as "userAgent", nullif(s.ip_address, '') as "ipAddress",
      ${lastUsed} as "lastUsedAt"
    from sign_in_sessions s
    where s.person_id = ${personId} and s.expires_at > ${now}
    order by ${lastUsed} desc, s.id desc`)
  return rows.filter((row) => sessionSeal.isGenuine(seals, row))
}

/**
 * Returns the stored hash of a token: anyone who reads the table must not be able to act as its people. A token is
 * long and random.
 */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
