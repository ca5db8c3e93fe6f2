import { BATCH_ITEMS_COUNTED } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import { countKeyRequests, type CountedKey } from './key-store.ts'
import { countMoreOfSession } from '../sessions/session-store.ts'
import { rateLimited, rateLimitHeaders, type RateCount } from '../../../platform/rate-limit/index.ts'

/** Dependencies of counting the items of batches. */
export interface CountItemsParts {
  readonly db: Database
  readonly clock: Clock
  /** For one key, unless an operator grants a different limit. */
  readonly requestsPerMinute: number
  readonly sessionRequestsPerMinute: number
}

/** Counts items of a request in the window of the caller's key or session; returns the headers that state the limit. */
export type CountItems = (
  caller: Caller,
  items: number,
  /** Number of items that count as one request; defaults to that of batches. */
  countedTogether?: number,
) => Promise<Readonly<Record<string, string>>>

/**
 * Counts the items of a request, such as a batch, as requests of its key or session, including the request itself.
 * @throws 429 RATE_LIMITED if the limit does not allow that many; 401 UNAUTHORIZED if it was revoked in the meantime
 */
export function countItems(parts: CountItemsParts): CountItems {
  return async (caller, items, countedTogether = BATCH_ITEMS_COUNTED) => {
    const more = Math.ceil(items / countedTogether) - 1
    const isOfJob = caller.type !== 'api_key' && caller.sessionId === undefined
    if (more === 0 || isOfJob) return {}
    const counted = await countMore(parts, caller, more)
    if (!counted) throw new ApiError('UNAUTHORIZED')
    const limit = limitOf(parts, counted)
    const headers = rateLimitHeaders(limit, counted)
    if (counted.count > limit) throw rateLimited(counted, headers)
    return headers
  }
}

async function countMore(
  { db, clock }: CountItemsParts,
  { workspaceId, id, sessionId }: Caller,
  more: number,
): Promise<RateCount | CountedKey | undefined> {
  if (sessionId !== undefined) return countMoreOfSession(db.global, sessionId, more, clock.sqlNow())
  return countKeyRequests(db.in(workspaceId), id, more, clock.sqlNow())
}

function limitOf(parts: CountItemsParts, counted: RateCount | CountedKey): number {
  if (!('rateLimitPerMinute' in counted)) return parts.sessionRequestsPerMinute
  return counted.rateLimitPerMinute ?? parts.requestsPerMinute
}
