import type { appWebhookOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { sendSample } from './send-sample.ts'

/** Handlers of what the app alone does with webhooks. */
export function appWebhookRoutes(parts: {
  db: Database
  clock: Clock
}): Handlers<typeof appWebhookOperations, Actor> {
  return {
    sendTestEvent: async ({ caller, params, body }) => {
      const { eventId } = await sendSample(parts, caller, params.id, body.type)
      return { body: { event_id: eventId } }
    },
  }
}
