import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { CALENDAR_FEED_DAYS, CALENDAR_FEED_EVENTS_MAX, CALENDAR_FEED_PATH } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { Deadline } from '../../platform/deadline.ts'
import { notFound } from '../../platform/errors.ts'
import { matchedTag, representationTag } from '../../platform/http/index.ts'
import { FALLBACK_LANGUAGE } from '../../platform/messages.ts'
import { countVisit, type OpenPageLimit } from '../../platform/rate-limit/index.ts'
import { commonSites, readingMember } from '../access/index.ts'
import { readDueDates } from '../compliance/index.ts'
import { hashOfSecret, readFeedToken } from './feed-token.ts'
import { findFeed, noteFeedRead, type FeedRow } from './store.ts'
import { writeCalendar } from './write-calendar.ts'

/** Dependencies of serving calendars. */
export interface ServingParts extends OpenPageLimit {
  readonly db: Database
  readonly clock: Clock
  readonly publicUrl: string
  readonly deadlineMs: number
}

/**
 * Serves calendar feeds to anyone who has their URL. A feed contains what its person currently has access to; a revoked
 * feed, an unknown one and one of a person who has left all return the same 404.
 */
export function serveCalendarFeeds(app: FastifyInstance, parts: ServingParts): void {
  app.get<{ Querystring: { token?: unknown } }>(CALENDAR_FEED_PATH, async (request, reply) => {
    const calendar = await new Deadline(parts.deadlineMs).run(async () => {
      countVisit(parts, 'calendar', request.ip)
      return readCalendar(parts, request.query.token)
    })
    const tag = representationTag(undefined, calendar)
    const matched = matchedTag(request.headers['if-none-match'] ?? '', tag)
    void reply.headers({
      etag: matched ?? tag,
      // Shared caches store nothing, and the client revalidates before using its copy.
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    if (matched !== undefined) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="due-dates.ics"')
      .send(calendar)
  })
}

/**
 * Returns the calendar of a token.
 * @throws 404 NOT_FOUND unless it belongs to a feed of a current member of the workspace
 */
async function readCalendar(parts: ServingParts, token: unknown): Promise<string> {
  const named = readFeedToken(token)
  if (!named) throw notFound()
  const { workspaceId, feedId, secret } = named
  const queries = parts.db.in(workspaceId)
  const feed = await findFeed(queries, feedId)
  if (!feed || !timingSafeEqual(feed.secretHash, hashOfSecret(secret))) throw notFound()
  const member = await readingMember(parts, workspaceId, feed.personId)
  if (!member) throw notFound()
  await noteFeedRead(queries, feedId, parts.clock.now().toISOString())
  const caller = { ...member, siteIds: commonSites(feed.siteIds, member.siteIds) }
  return writeCalendar({
    dueDates: await readDueDates(parts, caller, {
      selection: feed,
      withinDays: CALENDAR_FEED_DAYS,
      max: CALENDAR_FEED_EVENTS_MAX,
    }),
    title: titleOf(feed, caller.workspace.name),
    language: feed.language ?? caller.workspace.laboratory.language ?? FALLBACK_LANGUAGE,
    base: `${parts.publicUrl}/w/${workspaceId}`,
  })
}

/** Distinguishes the calendar from others of the same person. */
function titleOf({ categories }: FeedRow, workspaceName: string): string {
  return [workspaceName, ...(categories ?? [])].join(', ')
}
