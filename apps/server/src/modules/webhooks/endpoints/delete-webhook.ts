import type { Actor } from '../../../platform/actor.ts'
import { notFound } from '../../../platform/errors.ts'
import { stopListening } from '../../../platform/outbox/index.ts'
import { appendEntries } from '../../ledger/index.ts'
import type { WebhookParts } from './create-webhook.ts'
import { countEndpoints, deleteEndpoint, lockEndpoint } from './endpoint-store.ts'
import { WEBHOOK_CONSUMER } from '../fan-out/fan-out.ts'

/** Deletes an endpoint: it no longer exists, and attempts that have not started are canceled. @throws 404 NOT_FOUND */
export async function deleteWebhook(
  { db, clock }: Pick<WebhookParts, 'db' | 'clock'>,
  actor: Actor,
  endpointId: string,
): Promise<void> {
  await db.transaction(actor.workspaceId, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId, actor.siteIds)
    if (!endpoint) throw notFound()
    await appendEntries(tx, clock, actor, [
      {
        kind: 'webhook.deleted',
        subject: { type: 'webhook', id: endpoint.endpointId },
        payload: { url: endpoint.url },
      },
    ])
    // Before the queue is deleted: the fan-out locks the consumer first, then the queue.
    if ((await countEndpoints(tx)) === 1) await stopListening(tx, WEBHOOK_CONSUMER)
    await deleteEndpoint(tx, endpointId)
  })
}
