const MINUTE_MS = 60_000

/**
 * Delays after the first, second … attempt: more than a day in total, because mail servers are rarely down for longer.
 */
const WAITS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS)

/** Returns when a mail that was not sent is retried; null after the last attempt. */
export function nextAttemptAt(attemptCount: number, now: Date): Date | null {
  const wait = WAITS_MS[attemptCount - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
