import { wait } from './wait.ts'

/** Below this fraction of the limit, requests are spread over the rest of the window. */
const SLOW_BELOW = 0.1

/** The window defined by the contract. A longer window or a timestamp comes from a proxy. */
const WINDOW_SECONDS = 60

/**
 * The delay between requests, and how long to apply it, based on the three X-RateLimit headers; undefined if
 * none is needed.
 */
export function gapOf(
  limit: number,
  remaining: number,
  resetSeconds: number,
): { gapMs: number; forMs: number } | undefined {
  // Written so that a NaN, of a header that is missing, needs none.
  const isOurs = resetSeconds >= 0 && resetSeconds <= WINDOW_SECONDS
  if (!(isOurs && remaining < limit * SLOW_BELOW)) return undefined
  const forMs = resetSeconds * 1000
  return { gapMs: forMs / (remaining + 1), forMs }
}

/**
 * Slows down the requests of a client before the limit of its key is reached, so that they wait briefly
 * instead of being refused. Other clients with the same key are taken into account through the remaining
 * limit.
 */
export class Pace {
  #gapMs = 0
  #until = 0
  #nextAt = 0

  /** Waits for the turn of a request. */
  async turn(signal: AbortSignal | undefined): Promise<void> {
    const now = Date.now()
    if (now >= this.#until) return
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + this.#gapMs
    if (at > now) await wait(Math.min(at, this.#until) - now, signal)
  }

  /** Reads the rate limit headers of a response. */
  note(headers: Headers): void {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
    ) as [number, number, number]
    const gap = gapOf(limit, remaining, reset)
    const now = Date.now()
    this.#until = gap ? now + gap.forMs : 0
    if (!gap) return
    this.#gapMs = gap.gapMs
    this.#nextAt = Math.max(this.#nextAt, now + gap.gapMs)
  }
}
