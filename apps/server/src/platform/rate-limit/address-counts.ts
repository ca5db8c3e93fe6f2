import type { Clock } from '../clock.ts'
import { networkOf } from './client-network.ts'
import { RATE_WINDOW_SECONDS, rateLimited, type RateCount } from './rate-limit.ts'

/** Networks that are counted at once; beyond that the window that began first is forgotten. */
const NETWORKS_MAX = 50_000

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000

interface Window {
  readonly startedAt: number
  count: number
}

/** What each database's strangers sent to this process, by purpose and network. */
const windowsOf = new WeakMap<object, Map<string, Window>>()

/**
 * Counts a request of nobody in particular in the window of its network: an IPv4 address, or 64 bits of an IPv6 address.
 * Each process counts what it gets and in memory alone, so that strangers write nothing to the database.
 * @param server what the processes of one deployment have in common, such as its database
 * @param purpose requests of several purposes are counted apart
 */
export function countAddress(server: object, purpose: string, address: string, now: Date): RateCount {
  const windows = windowsOf.get(server) ?? new Map<string, Window>()
  windowsOf.set(server, windows)
  const name = `${purpose} ${networkOf(address)}`
  const at = now.getTime()
  const known = windows.get(name)
  if (known !== undefined && at < known.startedAt + WINDOW_MS) {
    known.count += 1
    return { count: known.count, resetSeconds: (known.startedAt + WINDOW_MS - at) / 1000 }
  }
  windows.delete(name)
  if (windows.size >= NETWORKS_MAX) windows.delete(windows.keys().next().value!)
  windows.set(name, { startedAt: at, count: 1 })
  return { count: 1, resetSeconds: RATE_WINDOW_SECONDS }
}

/** How requests of pages that are open to everyone are counted. */
export interface OpenPageLimit {
  /** What the processes of one deployment have in common, such as its database. */
  readonly db: object
  readonly clock: Clock
  readonly requestsPerMinute: number
}

/**
 * Counts a request of a page that is open to everyone, in a bucket that the API's requests do not share.
 * @throws 429 RATE_LIMITED beyond the limit
 */
export function countVisit(
  { db, clock, requestsPerMinute }: OpenPageLimit,
  purpose: 'docs' | 'verify' | 'unsubscribe' | 'calendar',
  address: string,
): void {
  const counted = countAddress(db, purpose, address, clock.now())
  if (counted.count > requestsPerMinute) throw rateLimited(counted)
}
