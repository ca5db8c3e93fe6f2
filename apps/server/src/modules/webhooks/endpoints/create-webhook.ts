import { because, type EventType, type WebhookCreate } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { listen } from '../../../platform/outbox/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { appendEntries } from '../../ledger/index.ts'
import { lockWorkspace } from '../../workspaces/index.ts'
import type { Endpoint } from './endpoint.ts'
import { countEndpoints, insertEndpoint } from './endpoint-store.ts'
import { WEBHOOK_CONSUMER } from '../fan-out/fan-out.ts'
import { endpointPayload } from '../ledger-payload.ts'
import { digestOfStored, makeSigningSecret, sealSigningSecret, secretPrefix } from './signing-secret.ts'
import { requireUsableUrl, type WebhookTargets } from '../net/webhook-targets.ts'

/** Dependencies of endpoint management. */
export interface WebhookParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly targets: WebhookTargets
  /** Maximum number of endpoints per workspace. */
  readonly endpointsMax: number
}

/**
 * Creates an endpoint; its secret is returned only here. If the actor is limited to sites, so is the endpoint.
 * @throws 403 FORBIDDEN if the actor has no access to any site, and in a workspace with sample data; 422
 * INVALID_WEBHOOK_URL; 409 WEBHOOK_LIMIT_REACHED
 */
export async function createWebhook(
  parts: WebhookParts,
  actor: Actor,
  input: WebhookCreate,
): Promise<{ endpoint: Endpoint; secret: string }> {
  if (actor.siteIds?.length === 0) throw new ApiError('FORBIDDEN')
  await requireUsableUrl(parts.targets, input.url)
  const secret = makeSigningSecret()
  const endpointId = newId()
  const sealed = sealSigningSecret(parts.secrets, endpointId, secret)
  const wanted = {
    endpointId,
    url: input.url,
    eventTypes: chosenTypes(input.events),
    description: input.description ?? null,
    siteIds: actor.siteIds === null ? null : [...actor.siteIds],
    disabledAt: null,
    secretPrefix: secretPrefix(secret),
  }
  const endpoint = await parts.db.transaction(actor.workspaceId, async (tx) => {
    // Two concurrent requests would each count without the other.
    const workspace = await lockWorkspace(tx)
    if (workspace && workspace.sampleOf !== null) {
      throw new ApiError('FORBIDDEN', { reason: because('webhook.of_sample') })
    }
    if ((await countEndpoints(tx)) >= parts.endpointsMax) {
      throw new ApiError('WEBHOOK_LIMIT_REACHED', { details: { maximum: parts.endpointsMax } })
    }
    const [appended] = await appendEntries(tx, parts.clock, actor, [
      {
        kind: 'webhook.created',
        subject: { type: 'webhook', id: wanted.endpointId },
        payload: {
          ...endpointPayload.write(wanted),
          credential_sha256: digestOfStored(wanted.secretPrefix, sealed),
        },
      },
    ])
    const made = { ...wanted, createdAt: appended.at, updatedAt: appended.at, ledgerIndex: appended.index }
    await listen(tx, WEBHOOK_CONSUMER)
    await insertEndpoint(tx, made, sealed)
    return made
  })
  return { endpoint, secret }
}

/** Returns the requested types, each once; null or an empty list means all. */
export function chosenTypes(events: readonly EventType[] | null | undefined): EventType[] | null {
  return events && events.length > 0 ? [...new Set(events)] : null
}
