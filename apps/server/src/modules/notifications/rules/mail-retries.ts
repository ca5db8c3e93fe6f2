const MINUTE_MS = 60_000

/** Waits after the first, second … attempt: over a day together, as mail servers are seldom away for longer. */
const WAITS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS)

/** When a mail that was not sent is tried again; null after the last attempt. */
export function nextAttemptAt(attemptCount: number, now: Date): Date | null {
  const wait = WAITS_MS[attemptCount - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
