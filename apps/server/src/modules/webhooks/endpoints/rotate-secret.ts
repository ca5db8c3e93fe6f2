import type { Actor } from '../../../platform/actor.ts'
import { notFound } from '../../../platform/errors.ts'
import { appendEntries } from '../../ledger/index.ts'
import type { WebhookParts } from './create-webhook.ts'
import { lockEndpoint, replaceSecret } from './endpoint-store.ts'
import { makeSigningSecret, sealSigningSecret, secretPrefix } from './signing-secret.ts'

/**
 * Replaces the signing secret; the new one is returned only here, and every attempt that begins from now
 * on is signed with it. The ledger learns that it happened, and nothing of either secret.
 * @throws 404 NOT_FOUND
 */
export async function rotateSecret(
  { db, clock, secrets }: Pick<WebhookParts, 'db' | 'clock' | 'secrets'>,
  actor: Actor,
  endpointId: string,
): Promise<{ endpointId: string; secret: string; secretPrefix: string }> {
  const secret = makeSigningSecret()
  const prefix = secretPrefix(secret)
  return db.transaction(actor.workspaceId, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId, actor.siteIds)
    if (!endpoint) throw notFound()
    const subject = { type: 'webhook', id: endpoint.endpointId } as const
    const [place] = await appendEntries(tx, clock, actor, [
      { kind: 'webhook.secret_rotated', subject, payload: {} },
    ])
    const changed = { ...endpoint, secretPrefix: prefix, updatedAt: place.at, ledgerIndex: place.index }
    await replaceSecret(tx, changed, sealSigningSecret(secrets, changed.endpointId, secret))
    return { endpointId: changed.endpointId, secret, secretPrefix: prefix }
  })
}
