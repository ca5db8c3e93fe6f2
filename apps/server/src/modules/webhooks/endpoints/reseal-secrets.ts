import { systemActor } from '../../../platform/actor.ts'
import type { Resealing } from '../../../platform/secrets.ts'
import { appendEntries } from '../../ledger/index.ts'
import type { WebhookParts } from './create-webhook.ts'
import { listSecrets, lockSecret, replaceSealedSecret } from './endpoint-store.ts'
import { digestOfStored, resealSigningSecret } from './signing-secret.ts'

/**
 * Seals the signing secrets of a workspace with the deployment's current secret. Receivers are not affected; the
 * ledger records the SHA-256 of each secret as now stored.
 * @returns how many were sealed with the fallback
 * @throws Error if neither secret opens one of them
 */
export async function resealSigningSecrets(
  parts: Pick<WebhookParts, 'db' | 'clock' | 'secrets'>,
  workspaceId: string,
  { isDryRun }: Resealing,
): Promise<number> {
  const stored = await listSecrets(parts.db.in(workspaceId))
  const due = stored.filter(
    ({ endpointId, sealedSecret }) =>
      resealSigningSecret(parts.secrets, endpointId, sealedSecret) !== undefined,
  )
  if (!isDryRun) for (const { endpointId } of due) await resealOne(parts, workspaceId, endpointId)
  return due.length
}

async function resealOne(
  { db, clock, secrets }: Pick<WebhookParts, 'db' | 'clock' | 'secrets'>,
  workspaceId: string,
  endpointId: string,
): Promise<void> {
  await db.transaction(workspaceId, async (tx) => {
    const stored = await lockSecret(tx, endpointId)
    // Deleted or rotated since it was listed.
    const sealed = stored && resealSigningSecret(secrets, endpointId, stored.sealedSecret)
    if (sealed === undefined) return
    const subject = { type: 'webhook', id: endpointId } as const
    const payload = { credential_sha256: digestOfStored(stored!.secretPrefix, sealed) }
    await appendEntries(tx, clock, systemActor(workspaceId), [
      { kind: 'webhook.secret_resealed', subject, payload },
    ])
    await replaceSealedSecret(tx, endpointId, sealed)
  })
}
