import type { Concern } from '@plumbline/contract'
import { sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

/** The options of a calendar feed. */
export interface FeedChoice {
  /** Null for all sites that the person has access to. */
  readonly siteIds: readonly string[] | null
  /** Null for every category. */
  readonly categories: readonly string[] | null
  /** Null for instruments of anyone. */
  readonly mine: Concern | null
  /** ISO 639 code; null for the workspace's language. */
  readonly language: string | null
}

/** A calendar feed as stored. */
export interface FeedRow extends FeedChoice {
  readonly feedId: string
  readonly personId: string
  /** SHA-256 of the secret in its URL. */
  readonly secretHash: Buffer
  readonly createdAt: string
  readonly lastReadAt: string | null
}

const columns = sql`
  feed_id as "feedId", person_id as "personId", secret_hash as "secretHash", site_ids as "siteIds", categories,
  mine, language, created_at as "createdAt", last_read_at as "lastReadAt"`

/** Returns the feeds of a person, newest first. */
export function listFeeds(queries: WorkspaceQueries, personId: string): Promise<FeedRow[]> {
  return queries.rows<FeedRow>(sql`
    select ${columns} from calendar_feeds
    where workspace_id = ${queries.workspaceId} and person_id = ${personId}
    order by created_at desc, feed_id desc`)
}

/** Returns a feed by ID, regardless of its owner. */
export async function findFeed(queries: WorkspaceQueries, feedId: string): Promise<FeedRow | undefined> {
  const [row] = await queries.rows<FeedRow>(sql`
    select ${columns} from calendar_feeds
    where workspace_id = ${queries.workspaceId} and feed_id = ${feedId}`)
  return row
}

export async function insertFeed(tx: Transaction, feed: FeedRow): Promise<void> {
  await tx.rows(sql`
    insert into calendar_feeds (workspace_id, feed_id, person_id, secret_hash, site_ids, categories, mine,
      language, created_at)
    values (${tx.workspaceId}, ${feed.feedId}, ${feed.personId}, ${feed.secretHash}, ${feed.siteIds}::uuid[],
      ${feed.categories}::text[], ${feed.mine}, ${feed.language}, ${feed.createdAt})`)
}

/** Deletes a feed of a person; returns false if there is none. */
export async function removeFeed(
  queries: WorkspaceQueries,
  { feedId, personId }: Pick<FeedRow, 'feedId' | 'personId'>,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from calendar_feeds
    where workspace_id = ${queries.workspaceId} and feed_id = ${feedId} and person_id = ${personId}
    returning feed_id`)
  return rows.length > 0
}

/** Records that a feed was read, at most once per hour. */
export async function noteFeedRead(queries: WorkspaceQueries, feedId: string, at: string): Promise<void> {
  await queries.rows(sql`
    update calendar_feeds set last_read_at = ${at}
    where workspace_id = ${queries.workspaceId} and feed_id = ${feedId}
      and (last_read_at is null or last_read_at <= ${at}::timestamptz - interval '1 hour')`)
}

/** Serializes the concurrent creation of feeds of one person. */
export async function lockPerson(tx: Transaction, personId: string): Promise<void> {
  await tx.rows(sql`
    select from memberships
    where workspace_id = ${tx.workspaceId} and person_id = ${personId}
    for no key update`)
}
