import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { Closed } from '../shared/values.ts'

/** Areas of data on open pages that another person may change. */
export const liveAreas = ['instruments', 'calibrations', 'settings', 'activity'] as const
export type LiveArea = (typeof liveAreas)[number]

/** The data of an event `changed`: the areas whose pages must reload their data. */
export interface AreasChanged {
  readonly changed: readonly LiveArea[]
}

/** The data of an event `ready`. */
export interface PageReady {
  /** Whether something may have changed since the page loaded its data. */
  readonly missed: boolean
}

/** Query of GET /changes. */
export const WatchQuery = Closed({
  age_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Age in milliseconds of the data that the page shows. Defaults to a long time.',
    }),
  ),
})

/** Media type of a stream of server-sent events. */
export const EVENT_STREAM = 'text/event-stream'

/** Maximum seconds between two events of a stream; a client that receives nothing for twice as long reconnects. */
export const LIVE_BEAT_SECONDS = 10

/** Operations that keep open pages up to date. */
export const liveUpdateOperations = defineOperations({
  watchChanges: {
    method: 'GET',
    path: '/changes',
    tag: 'Workspace',
    summary: 'Stream change notifications',
    description: `A stream of server-sent events that lasts as long as the page, the session and the membership.

- \`ready\`: every change from now on is signalled. Its data is \`{"missed":…}\`: whether something may have changed since \`age_ms\` ago, so that all of it has to be read again.
- \`changed\`: somebody changed something that the person reaches; its data is \`{"changed":[…]}\` with the areas \`${liveAreas.join('`, `')}\`, to be read again.
- \`alive\`: every ${LIVE_BEAT_SECONDS} seconds. Silence for twice as long means that the connection is gone.
- \`ended\`: the session or the membership has ended, and so does the stream.

Event streams have no ids to go on from: after a break open another one and read again. A session has at most 8 streams and a person 24, on each server process.`,
    scope: 'read',
    query: WatchQuery,
    reply: { status: 200, contentType: EVENT_STREAM, description: 'The stream of events.' },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'RATE_LIMITED'],
  },
})
