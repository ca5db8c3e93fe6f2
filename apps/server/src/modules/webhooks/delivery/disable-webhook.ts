import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { systemActor } from '../../../platform/actor.ts'
import { appendEntries } from '../../ledger/index.ts'
import { lockEndpoint, setEndpointQueue, updateEndpoint } from '../endpoints/endpoint-store.ts'
import { exhaustedInARow, type EndpointQueueKey } from './endpoint-queue-store.ts'
import { isToBeDisabled } from '../rules/after-attempt.ts'

/**
 * Disables an endpoint whose last deliveries were all exhausted; its open deliveries wait from now on. Does nothing
 * if a person has already disabled it.
 */
export async function disableWebhook(
  { db, clock }: { db: Database; clock: Clock },
  { workspaceId, endpointId }: EndpointQueueKey,
): Promise<void> {
  await db.transaction(workspaceId, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId, null)
    if (!endpoint || endpoint.disabledAt !== null) return
    const exhausted = (await exhaustedInARow(tx, endpointId)) ?? 0
    if (!isToBeDisabled(exhausted)) return
    const [appended] = await appendEntries(tx, clock, systemActor(workspaceId, 'webhooks'), [
      {
        kind: 'webhook.disabled',
        subject: { type: 'webhook', id: endpointId },
        payload: { url: endpoint.url, exhausted_in_a_row: exhausted },
      },
    ])
    const version = { disabledAt: appended.at, updatedAt: appended.at, ledgerIndex: appended.index }
    await updateEndpoint(tx, { ...endpoint, ...version })
    await setEndpointQueue(tx, endpointId, false, appended.at)
  })
}
