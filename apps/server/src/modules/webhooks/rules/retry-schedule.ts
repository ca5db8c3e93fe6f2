const SECOND_MS = 1000
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** Seconds before the 2nd, 3rd … attempt: short ones bridge a restart, long ones a weekend. */
export const DEFAULT_RETRY_DELAYS_SECONDS: readonly number[] = [
  5,
  MINUTE_S,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  18 * HOUR_S,
  22 * HOUR_S,
]

/** How long a delivery is attempted, from its first due time; the contract promises about three days. */
export const RETRY_HORIZON_MS = 72 * HOUR_S * SECOND_MS

/** Spreads the retries of many deliveries that failed together, so that a recovering receiver is not flooded. */
const JITTER = 0.1
/** A receiver may request a longer delay, but may not push a delivery beyond its horizon. */
const RETRY_AFTER_FACTOR_MAX = 2
/** Longer lists could not be used up within the horizon in any sensible way. */
const CUSTOM_DELAYS_MAX = 100

export interface FailedAttempt {
  /** Attempts made since the schedule started, including this one: 1 after the first. */
  readonly attemptsMade: number
  readonly failedAtMs: number
  /** No attempt is made after this instant. */
  readonly horizonAtMs: number
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: number
  /** The delay that the receiver requested with 429 or 503. */
  readonly retryAfterMs?: number | null
  readonly delaysSeconds?: readonly number[]
}

/**
 * Returns the instant of the next attempt in milliseconds, or null if the delivery is exhausted. A delay is
 * randomized by ±10 %, extended by Retry-After to at most twice its length, and limited by the horizon.
 */
export function nextAttemptAt(attempt: FailedAttempt): number | null {
  const delays = attempt.delaysSeconds ?? DEFAULT_RETRY_DELAYS_SECONDS
  const delaySeconds = delays[attempt.attemptsMade - 1]
  if (delaySeconds === undefined || attempt.failedAtMs >= attempt.horizonAtMs) return null
  const spread = 1 + JITTER * (2 * attempt.random - 1)
  const delayMs = Math.round(delaySeconds * SECOND_MS * spread)
  const requestedMs = Math.min(attempt.retryAfterMs ?? delayMs, delayMs * RETRY_AFTER_FACTOR_MAX)
  return Math.min(attempt.failedAtMs + Math.max(delayMs, requestedMs), attempt.horizonAtMs)
}

const PLAIN_SECONDS = /^\d+(?:\.\d+)?$/

/** Reads the setting: comma-separated seconds before the 2nd, 3rd … attempt. */
export function readRetryDelays(text: string): readonly number[] | { readonly refused: string } {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => PLAIN_SECONDS.test(part))) {
    return { refused: 'The retry schedule must be a comma-separated list of seconds.' }
  }
  if (parts.length > CUSTOM_DELAYS_MAX) {
    return { refused: `The retry schedule may hold at most ${CUSTOM_DELAYS_MAX} delays.` }
  }
  const delays = parts.map(Number)
  if (delays.some((delay) => delay * SECOND_MS > RETRY_HORIZON_MS)) {
    return { refused: `No delay of the retry schedule may exceed ${RETRY_HORIZON_MS / SECOND_MS} seconds.` }
  }
  return delays
}

const WHOLE_SECONDS = /^\d{1,10}$/
/** The format of HTTP dates in use, and the two obsolete ones that recipients must accept (RFC 9110, section 5.6.7). */
const HTTP_DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/**
 * Returns the number of milliseconds from `nowMs` that a Retry-After header requests; null if it is absent, in the
 * past or unreadable.
 */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (WHOLE_SECONDS.test(text)) return Number(text) * SECOND_MS
  if (!HTTP_DATES.some((form) => form.test(text))) return null
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return atMs > nowMs ? atMs - nowMs : null
}
