import { createHmac } from 'node:crypto'

export interface DeliveryToSign {
  /** The whole `whsec_…` text; its UTF-8 bytes, prefix included, are the key. */
  readonly secret: string
  /** Exactly the bytes that are sent; a signature over anything re-serialized would not verify. */
  readonly body: Uint8Array
  /** Time of this attempt; each attempt is signed separately, so that receivers can reject old ones. */
  readonly unixSeconds: number
}

/**
 * Returns the value of the `Svc-Signature` header: HMAC-SHA256 over the time, a dot and the raw body, in lowercase
 * hex.
 */
export function signDelivery({ secret, body, unixSeconds }: DeliveryToSign): string {
  if (!Number.isSafeInteger(unixSeconds)) throw new Error('a delivery is signed at a whole second')
  const digest = createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex')
  return `t=${unixSeconds},v1=${digest}`
}
