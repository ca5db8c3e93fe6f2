/** Why nobody knows whether a request arrived, or that a person has to sign in first. */
export type Doubt = 'network' | 'server' | 'signed_out'

/** Waits between tries; the last one holds from then on. */
const RETRY_AFTER_MS = [1000, 2000, 5000, 10_000, 30_000] as const

/** How long to wait after so many tries. */
export function retryDelay(tries: number): number {
  return RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)]!
}

/** Null where a response is clear; otherwise why it is not known what became of the request. */
export function doubtOf(error: unknown): Doubt | null {
  const { status } = error as { status?: number }
  if (status === undefined || status === 0) return 'network'
  if (status === 401) return 'signed_out'
  return status >= 500 || status === 429 ? 'server' : null
}

/** An Idempotency-Key. Unlike `randomUUID` this also works where the page came over plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
