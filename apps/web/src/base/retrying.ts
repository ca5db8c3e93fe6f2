/** Why it is unknown whether a request arrived, or `signed_out` if the user must sign in first. */
export type UnknownOutcome = 'network' | 'server' | 'signed_out'

/** Delays between attempts; the last one applies to all further attempts. */
const RETRY_AFTER_MS = [1000, 2000, 5000, 10_000, 30_000] as const

/** Returns the delay after the given number of attempts, in milliseconds. */
export function retryDelay(tries: number): number {
  return RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)]!
}

/** Returns why the outcome of a request is unknown; null if the response is conclusive. */
export function unknownOutcomeOf(error: unknown): UnknownOutcome | null {
  const { status } = error as { status?: number }
  if (status === undefined || status === 0) return 'network'
  if (status === 401) return 'signed_out'
  return status >= 500 || status === 429 ? 'server' : null
}

/** Returns a new Idempotency-Key. Unlike `randomUUID`, this also works on pages served over plain HTTP. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
