import { isDeepStrictEqual } from 'node:util'
import type { EventType, WebhookUpdate } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { notFound } from '../../../platform/errors.ts'
import { appendEntries } from '../../ledger/index.ts'
import { chosenTypes, type WebhookParts } from './create-webhook.ts'
import type { Endpoint } from './endpoint.ts'
import { findEndpoint, lockEndpoint, setEndpointQueue, updateEndpoint } from './endpoint-store.ts'
import { requireUsableUrl } from '../net/webhook-targets.ts'

/** The changeable settings of an endpoint, under the names of the API, which the ledger uses too. */
interface Settings {
  url: string
  events: EventType[] | null
  description: string | null
  is_active: boolean
}

/**
 * Changes, pauses or enables an endpoint. An attempt in progress ends as it started; the next one uses the new
 * settings. If nothing changes, nothing is recorded.
 * @param requireVersion throws if the version is not the one that the caller knows
 * @throws 404 NOT_FOUND; 422 INVALID_WEBHOOK_URL
 */
export async function updateWebhook(
  parts: WebhookParts,
  actor: Actor,
  endpointId: string,
  change: WebhookUpdate,
  requireVersion: (present: Endpoint) => void = () => undefined,
): Promise<Endpoint> {
  const known = await findEndpoint(parts.db.in(actor.workspaceId), endpointId, actor.siteIds)
  if (!known) throw notFound()
  const url = change.url ?? known.url
  // Names are resolved outside the transaction, which must not wait for external name servers.
  if (url !== known.url) await requireUsableUrl(parts.targets, url)
  return parts.db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockEndpoint(tx, endpointId, actor.siteIds)
    if (!before) throw notFound()
    requireVersion(before)
    const settings = changedSettings(settingsOf(before), change)
    const changes = differences(settingsOf(before), settings)
    if (Object.keys(changes).length === 0) return before
    const [appended] = await appendEntries(tx, parts.clock, actor, [
      { kind: 'webhook.updated', subject: { type: 'webhook', id: before.endpointId }, payload: { changes } },
    ])
    const after: Endpoint = {
      ...before,
      url: settings.url,
      eventTypes: settings.events,
      description: settings.description,
      disabledAt: settings.is_active ? null : (before.disabledAt ?? appended.at),
      updatedAt: appended.at,
      ledgerIndex: appended.index,
    }
    await updateEndpoint(tx, after)
    if ('is_active' in changes) await setEndpointQueue(tx, endpointId, settings.is_active, appended.at)
    tx.notify('deliveries')
    return after
  })
}

function settingsOf(endpoint: Endpoint): Settings {
  const { url, eventTypes, description, disabledAt } = endpoint
  return { url, events: eventTypes, description, is_active: disabledAt === null }
}

/** A null url or state changes nothing; null and empty events mean all types (decisions, section 11). */
function changedSettings(before: Settings, change: WebhookUpdate): Settings {
  return {
    url: change.url ?? before.url,
    events: change.events === undefined ? before.events : chosenTypes(change.events),
    description: change.description === undefined ? before.description : change.description,
    is_active: change.is_active ?? before.is_active,
  }
}

function differences(before: Settings, after: Settings) {
  const names = Object.keys(after) as (keyof Settings)[]
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]))
}
