import { deliveryFailures } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { EndpointConnections } from '../net/endpoint-connections.ts'
import type { AttemptRecord } from './attempt-store.ts'
import type { DueDelivery } from './exchange-store.ts'
import { afterAttempt } from '../rules/after-attempt.ts'
import { transportFailure } from '../rules/delivery-failure.ts'
import { signDelivery } from '../rules/signature.ts'
import { sendDelivery, type AttemptOutcome } from '../net/send-delivery.ts'
import { openSigningSecret } from '../endpoints/signing-secret.ts'

/** Dependencies of attempts. */
export interface AttemptParts {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly connections: EndpointConnections
  readonly timeoutMs: number
  /** Seconds before the second, third … attempt; undefined: the default schedule. */
  readonly delaysSeconds: readonly number[] | undefined
}

/**
 * Makes one attempt at a delivery and returns what to record about it. Any failure is an outcome; this never rejects.
 */
export async function makeAttempt(
  parts: AttemptParts,
  delivery: DueDelivery,
): Promise<{ record: AttemptRecord; timedOut: boolean }> {
  const attemptedAt = parts.clock.now()
  const beganAt = performance.now()
  const signature = sign(parts.secrets, delivery, attemptedAt)
  const outcome =
    signature === null ? UNSIGNABLE : await send(parts, delivery, signature).catch(() => UNSENDABLE)
  const tookMs = Math.round(performance.now() - beganAt)
  const endedAt = parts.clock.now()
  const { nextAttemptAtMs, ...progress } = afterAttempt(
    { ...delivery, horizonAtMs: Date.parse(delivery.horizonAt) },
    {
      succeeded: outcome.outcome === 'succeeded',
      endedAtMs: endedAt.getTime(),
      retryAfterMs: outcome.retryAfterMs,
      random: Math.random(),
      delaysSeconds: parts.delaysSeconds,
    },
  )
  const record: AttemptRecord = {
    endpointId: delivery.endpointId,
    deliveryId: delivery.deliveryId,
    ...progress,
    nextAttemptAt: nextAttemptAtMs === null ? null : new Date(nextAttemptAtMs).toISOString(),
    attemptedAt: attemptedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    tookMs,
    signature,
    statusCode: outcome.statusCode,
    error: outcome.error,
    snippet: outcome.snippet,
  }
  return { record, timedOut: outcome.timedOut }
}

/** Signs what is sent; returns null if the endpoint's secret cannot be read. */
function sign(secrets: Secrets, delivery: DueDelivery, at: Date): string | null {
  const secret = openSecret(secrets, delivery)
  if (secret === undefined) return null
  const body = Buffer.from(delivery.body, 'utf8')
  return signDelivery({ secret, body, unixSeconds: Math.floor(at.getTime() / 1000) })
}

async function send(parts: AttemptParts, delivery: DueDelivery, signature: string): Promise<AttemptOutcome> {
  return sendDelivery(parts.connections, {
    endpointId: delivery.endpointId,
    url: delivery.url,
    headers: {
      'Svc-Event-Id': delivery.eventId,
      'Svc-Event-Type': delivery.eventType,
      'Svc-Webhook-Id': delivery.endpointId,
      'Svc-Delivery-Attempt': String(delivery.attemptCount + 1),
      'Svc-Signature': signature,
    },
    body: Buffer.from(delivery.body, 'utf8'),
    timeoutMs: parts.timeoutMs,
  })
}

const UNSENDABLE: AttemptOutcome = {
  outcome: 'failed',
  statusCode: null,
  error: transportFailure(undefined),
  snippet: null,
  retryAfterMs: null,
  timedOut: false,
}

/** Sealed under another SECRET_KEY, for example after a restore without the key. */
const UNSIGNABLE: AttemptOutcome = {
  ...UNSENDABLE,
  error: deliveryFailures.secret_unreadable,
}

function openSecret(secrets: Secrets, { endpointId, sealedSecret }: DueDelivery): string | undefined {
  try {
    return openSigningSecret(secrets, endpointId, sealedSecret)
  } catch {
    return undefined
  }
}
