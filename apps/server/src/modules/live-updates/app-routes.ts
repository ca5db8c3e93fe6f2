import { EVENT_STREAM, type liveUpdateOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import type { LiveUpdates } from './live-updates.ts'

/** Proxies must hand on each event as it comes: no-transform forbids to compress, the second holds for nginx. */
const STREAM_HEADERS = {
  'content-type': `${EVENT_STREAM}; charset=utf-8`,
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Handlers of what keeps open pages up to date. */
export function liveUpdateRoutes(live: LiveUpdates): Handlers<typeof liveUpdateOperations, Caller> {
  return {
    watchChanges: async ({ caller, query }) => ({
      body: await live.open(caller, query.age_ms),
      headers: STREAM_HEADERS,
    }),
  }
}
