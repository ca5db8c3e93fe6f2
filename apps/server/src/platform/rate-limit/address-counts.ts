import type { Clock } from '../clock.ts'
import { networkOf } from './client-network.ts'
import { RATE_WINDOW_SECONDS, rateLimited, type RateCount } from './rate-limit.ts'

/** Maximum number of networks counted simultaneously; beyond that, the oldest window is discarded. */
const NETWORKS_MAX = 50_000

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000

interface Window {
  readonly startedAt: number
  count: number
}

/** Counts of anonymous requests to this process, by database, purpose and network. */
const windowsOf = new WeakMap<object, Map<string, Window>>()

/**
 * Counts an anonymous request in the window of its network: an IPv4 address, or 64 bits of an IPv6 address. Each
 * process counts its own requests, and only in memory, so that anonymous clients write nothing to the database.
 * @param server an object shared by all counts of a deployment, such as its database
 * @param purpose requests with different purposes are counted separately
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

/** How requests of public pages are counted. */
export interface OpenPageLimit {
  /** An object shared by all counts of a deployment, such as its database. */
  readonly db: object
  readonly clock: Clock
  readonly requestsPerMinute: number
}

/**
 * Counts a request of a public page, in a bucket that is not shared with API requests.
 * @throws 429 RATE_LIMITED if the limit is exceeded
 */
export function countVisit(
  { db, clock, requestsPerMinute }: OpenPageLimit,
  purpose: 'docs' | 'verify' | 'unsubscribe' | 'calendar',
  address: string,
): void {
  const counted = countAddress(db, purpose, address, clock.now())
  if (counted.count > requestsPerMinute) throw rateLimited(counted)
}
