import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  acceptedEvent,
  readSigned,
  type SignedWebhook,
  type WebhookEvent,
  type WebhookToVerify,
} from './verify-webhook-async.ts'

/**
 * Verifies a delivered request with `node:crypto` and returns its event synchronously. The signature is
 * checked over the raw bytes, so pass the body before your framework parses it.
 *
 * @throws WebhookVerificationError if the request must not be trusted. Respond with 400 and do not process it
 * further.
 */
export function verifyWebhook(webhook: WebhookToVerify): WebhookEvent {
  const signed = readSigned(webhook)
  return acceptedEvent(webhook, signed, matchesAny(signed))
}

function matchesAny({ secrets, timestamp, signatures, body }: SignedWebhook): boolean {
  const given = signatures.map((signature) => Buffer.from(signature))
  let matches = false
  for (const secret of secrets) {
    const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
    const expected = Buffer.from(digest)
    for (const signature of given) {
      // No early return: the time taken must not reveal which secret or signature matched.
      if (signature.length === expected.length && timingSafeEqual(signature, expected)) matches = true
    }
  }
  return matches
}
