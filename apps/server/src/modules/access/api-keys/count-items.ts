import { BATCH_ITEMS_COUNTED } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import { countKeyRequests } from './key-store.ts'
import { rateLimited, rateLimitHeaders } from '../../../platform/rate-limit/index.ts'

/** What counting the items of batches works with. */
export interface CountItemsParts {
  readonly db: Database
  readonly clock: Clock
  readonly requestsPerMinute: number
}

/** Counts items of a request in the window of the caller's key; returns the headers that state the limit. */
export type CountItems = (
  caller: Caller,
  items: number,
  /** Items that count as one request; those of a batch unless it is given. */
  countedTogether?: number,
) => Promise<Readonly<Record<string, string>>>

/**
 * Counts the items of a request, such as a batch, as so many requests of its key, the one that brought them included.
 * @throws 429 RATE_LIMITED when the key may not send as many; 401 UNAUTHORIZED when it was revoked meanwhile
 */
export function countItems({ db, clock, requestsPerMinute }: CountItemsParts): CountItems {
  return async (caller, items, countedTogether = BATCH_ITEMS_COUNTED) => {
    const more = Math.ceil(items / countedTogether) - 1
    if (more === 0 || caller.type !== 'api_key') return {}
    const counted = await countKeyRequests(db.in(caller.workspaceId), caller.id, more, clock.sqlNow())
    if (!counted) throw new ApiError('UNAUTHORIZED')
    const headers = rateLimitHeaders(requestsPerMinute, counted)
    if (counted.count > requestsPerMinute) throw rateLimited(counted, headers)
    return headers
  }
}
