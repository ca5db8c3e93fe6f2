import { ApiError } from '../errors.ts'

/** Duration of a window (decisions, section 2). */
export const RATE_WINDOW_SECONDS = 60

/** The state of a bucket after a request was counted. */
export interface RateCount {
  count: number
  /** Seconds until the window ends, by the clock of the database. */
  resetSeconds: number
}

/** Returns the headers that state the limit; the third is rounded up, so that waiting that long is enough. */
export function rateLimitHeaders(limit: number, counted: RateCount): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - counted.count)),
    'x-ratelimit-reset': String(Math.max(1, Math.ceil(counted.resetSeconds))),
  }
}

/** Returns the headers of responses that are not counted: a window that has not begun. */
export function uncountedHeaders(limit: number): Record<string, string> {
  return rateLimitHeaders(limit, { count: 0, resetSeconds: RATE_WINDOW_SECONDS })
}

/** Returns the refusal of a request that exceeds the limit, which states how long to wait. */
export function rateLimited(counted: RateCount, headers: Readonly<Record<string, string>> = {}): ApiError {
  const seconds = Math.max(1, Math.ceil(counted.resetSeconds))
  return new ApiError('RATE_LIMITED', { headers: { ...headers, 'retry-after': String(seconds) } })
}
