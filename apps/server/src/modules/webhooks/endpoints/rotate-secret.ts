import type { Actor } from '../../../platform/actor.ts'
import { notFound } from '../../../platform/errors.ts'
import { appendEntries } from '../../ledger/index.ts'
import type { WebhookParts } from './create-webhook.ts'
import { lockEndpoint, replaceSecret } from './endpoint-store.ts'
import { digestOfStored, makeSigningSecret, sealSigningSecret, secretPrefix } from './signing-secret.ts'

/**
 * Replaces the signing secret. The new one is returned only here, and every attempt that starts from now on is signed
 * with it. The ledger records the SHA-256 of the secret as stored, encrypted.
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
    const sealed = sealSigningSecret(secrets, endpoint.endpointId, secret)
    const subject = { type: 'webhook', id: endpoint.endpointId } as const
    const [appended] = await appendEntries(tx, clock, actor, [
      {
        kind: 'webhook.secret_rotated',
        subject,
        payload: { credential_sha256: digestOfStored(prefix, sealed) },
      },
    ])
    const changed = { ...endpoint, secretPrefix: prefix, updatedAt: appended.at, ledgerIndex: appended.index }
    await replaceSecret(tx, changed, sealed)
    return { endpointId: changed.endpointId, secret, secretPrefix: prefix }
  })
}
