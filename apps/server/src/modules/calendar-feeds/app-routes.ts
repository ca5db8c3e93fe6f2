import {
  because,
  CALENDAR_FEEDS_MAX,
  type CalendarFeed,
  type calendarFeedOperations,
  type CalendarFeedCreate,
  type CreatedCalendarFeed,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { ApiError, notFound, unusableValue } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../access/index.ts'
import { listSites } from '../workspaces/index.ts'
import { feedAddress, hashOfSecret, newFeedSecret } from './feed-token.ts'
import { insertFeed, listFeeds, lockPerson, removeFeed, type FeedRow } from './store.ts'

/** Dependencies of the app's calendar feeds. */
export interface CalendarFeedParts {
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl: string
}

/** Handlers of the caller's calendar feeds. */
export function calendarFeedRoutes(
  parts: CalendarFeedParts,
): Handlers<typeof calendarFeedOperations, Caller> {
  const { db } = parts
  return {
    listCalendarFeeds: async ({ caller }) => {
      const feeds = await listFeeds(db.in(caller.workspaceId), caller.id)
      return { body: { data: feeds.map(serializeFeed) } }
    },
    createCalendarFeed: async ({ caller, body }) => ({ body: await createFeed(parts, caller, body) }),
    deleteCalendarFeed: async ({ caller, params: { feed_id: feedId } }) => {
      const removed = await removeFeed(db.in(caller.workspaceId), { feedId, personId: caller.id })
      if (!removed) throw notFound()
      return {}
    },
  }
}

/**
 * Creates a feed and returns its URL; only a hash of the URL's secret is stored.
 * @throws 422 INVALID_REQUEST for sites that the caller has no access to; 409 CONFLICT if the person has the maximum
 * number of feeds
 */
function createFeed(
  { db, clock, publicUrl }: CalendarFeedParts,
  { workspaceId, id: personId, siteIds: reached }: Caller,
  { site_ids: siteIds, categories, mine, language }: CalendarFeedCreate,
): Promise<CreatedCalendarFeed> {
  const secret = newFeedSecret()
  const feed: FeedRow = {
    feedId: newId(),
    personId,
    secretHash: hashOfSecret(secret),
    siteIds,
    categories,
    mine,
    language,
    createdAt: clock.now().toISOString(),
    lastReadAt: null,
  }
  return db.transaction(workspaceId, async (tx) => {
    const sites = new Set((await listSites(tx, reached)).map((site) => site.siteId))
    const unknown = (siteIds ?? []).filter((siteId) => !sites.has(siteId))
    if (unknown.length > 0) throw unusableValue('site_ids', because('place.no_sites'), { unknown })
    await lockPerson(tx, personId)
    if ((await listFeeds(tx, personId)).length >= CALENDAR_FEEDS_MAX) {
      throw new ApiError('CONFLICT', {
        reason: because('calendar_feed.too_many', { limit: CALENDAR_FEEDS_MAX }),
      })
    }
    await insertFeed(tx, feed)
    const url = feedAddress(publicUrl, { workspaceId, feedId: feed.feedId, secret })
    return { ...serializeFeed(feed), url }
  })
}

function serializeFeed(feed: FeedRow): CalendarFeed {
  return {
    id: feed.feedId,
    site_ids: feed.siteIds === null ? null : [...feed.siteIds],
    categories: feed.categories === null ? null : [...feed.categories],
    mine: feed.mine,
    language: feed.language,
    created_at: feed.createdAt,
    last_read_at: feed.lastReadAt,
  }
}
