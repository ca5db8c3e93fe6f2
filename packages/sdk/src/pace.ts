import { wait } from './wait.ts'

/** Below this share of the limit requests are spread over what is left of the window. */
const SLOW_BELOW = 0.1

/** The window of the contract. Whatever counts in longer ones, or names an instant, is something in between. */
const WINDOW_SECONDS = 60

/** The gap between requests, and how long it is kept, by the three X-RateLimit headers; undefined: none is needed. */
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
 * Slows the requests of a client down before the limit of its key, so that they wait a little instead of being refused
 * all at once. Other clients of the same key are seen in what remains.
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

  /** Reads what a response says of the limit. */
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
