import {
  because,
  PROVIDERS_MAX,
  type Provider,
  type ProviderCreate,
  type ProviderUpdate,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatedUnique, type Database, type Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound, unusableValue } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { appendEntries } from '../ledger/index.ts'
import { requireAllSites } from '../workspaces/index.ts'
import {
  emptyProvider,
  providerChanges,
  providerEntry,
  providerPayload,
  recordedProvider,
  type ProviderContent,
} from './provider.ts'
import {
  countProviders,
  findProvider,
  hasDocument,
  insertProvider,
  lockProvider,
  updateProviderRow,
} from './store.ts'

/** What use cases of providers work with. */
export interface ProviderParts {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Adds a provider.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 409 CONFLICT for a taken name, and where there are as many as
 * may be; 422 INVALID_REQUEST for a document that there is not
 */
export async function createProvider(
  { db, clock }: ProviderParts,
  actor: Actor,
  stated: ProviderCreate,
): Promise<Provider> {
  requireAllSites(actor)
  const id = newId()
  const content: ProviderContent = { ...emptyProvider, ...stated }
  return refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      // Read without the lock of the ledger's head, so that two at once may pass the limit by one: it is generous.
      await requireRoom(tx)
      await requireDocument(tx, id, content)
      const entry = providerEntry('provider.created', id, providerPayload.write(recordedProvider(content)))
      const [{ at }] = await appendEntries(tx, clock, actor, [entry])
      await insertProvider(tx, id, content, at)
      return readBack(tx, id)
    }),
  )
}

/**
 * Changes a provider, archives it or brings it back; a change that changes nothing is not logged.
 * @param requireVersion throws when the provider is not as it was when the change was written
 * @throws as `createProvider`; 404 NOT_FOUND
 */
export async function updateProvider(
  { db, clock }: ProviderParts,
  actor: Actor,
  providerId: string,
  { stated, requireVersion }: { stated: ProviderUpdate; requireVersion: (present: Provider) => void },
): Promise<Provider> {
  requireAllSites(actor)
  return refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      const before = await lockProvider(tx, providerId)
      if (!before) throw notFound()
      const present = await readBack(tx, providerId)
      requireVersion(present)
      const after: ProviderContent = { ...before, ...stated }
      const changes = providerChanges(before, after)
      if (Object.keys(changes).length === 0) return present
      if (before.is_archived && !after.is_archived) await requireRoom(tx)
      if ('accreditation_document_id' in changes) await requireDocument(tx, providerId, after)
      const entry = providerEntry('provider.updated', providerId, { changes })
      const [{ at }] = await appendEntries(tx, clock, actor, [entry])
      await updateProviderRow(tx, providerId, after, at)
      return readBack(tx, providerId)
    }),
  )
}

async function requireRoom(tx: Transaction): Promise<void> {
  if ((await countProviders(tx)) < PROVIDERS_MAX) return
  throw new ApiError('CONFLICT', { reason: because('provider.too_many', { limit: PROVIDERS_MAX }) })
}

async function requireDocument(
  tx: Transaction,
  providerId: string,
  { accreditation_document_id: id }: ProviderContent,
): Promise<void> {
  if (id === null || (await hasDocument(tx, id, providerId))) return
  throw unusableValue('accreditation_document_id', because('provider.no_document'))
}

/** The actor reaches all sites, and so every document. */
async function readBack(tx: Transaction, providerId: string): Promise<Provider> {
  return (await findProvider(tx, providerId, null))!
}

async function refusingTakenName(change: Promise<Provider>): Promise<Provider> {
  try {
    return await change
  } catch (error) {
    if (violatedUnique(error) !== 'provider_name_key') throw error
    throw new ApiError('CONFLICT', {
      reason: because('provider.name_taken'),
      details: { field: 'name' },
      cause: error,
    })
  }
}
