import { createHmac } from 'node:crypto'

export interface DeliveryToSign {
  /** The whole `whsec_…` text; its UTF-8 bytes, prefix included, are the key. */
  readonly secret: string
  /** Exactly the bytes that are sent; signing anything re-serialised would not verify. */
  readonly body: Uint8Array
  /** Time of this attempt; each attempt signs anew, so that receivers can refuse old ones. */
  readonly unixSeconds: number
}

/** The value of the `Svc-Signature` header: HMAC-SHA256 over the time, a dot and the raw body, in lower-case hex. */
export function signDelivery({ secret, body, unixSeconds }: DeliveryToSign): string {
  if (!Number.isSafeInteger(unixSeconds)) throw new Error('a delivery is signed at a whole second')
  const digest = createHmac('sha256', Buffer.from(secret, 'utf8'))
    .update(`${unixSeconds}.`)
    .update(body)
    .digest('hex')
  return `t=${unixSeconds},v1=${digest}`
}
