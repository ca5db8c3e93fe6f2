import { EVENT_STREAM, type liveUpdateOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import type { LiveUpdates } from './live-updates.ts'

/** Proxies must forward each event immediately: no-transform prevents compression, and the second header is for nginx. */
const STREAM_HEADERS = {
  'content-type': `${EVENT_STREAM}; charset=utf-8`,
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Returns the handlers of live updates. */
export function liveUpdateRoutes(live: LiveUpdates): Handlers<typeof liveUpdateOperations, Caller> {
  return {
    watchChanges: async ({ caller, query }) => ({
      body: await live.open(caller, query.age_ms),
      headers: STREAM_HEADERS,
    }),
  }
}
