/** The envelope of every event; `isEvent` and `isKnownEvent` narrow its data by the type. */
export interface WebhookEvent {
  /** The same in all deliveries of this event. Use it for deduplication. */
  readonly id: string
  /** One of the types of GET /webhooks/events; later versions may add types, so ignore unknown ones. */
  readonly type: string
  /** UTC timestamp. Deliveries can arrive out of order; this shows which event is later. */
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface WebhookToVerify {
  /** The request body exactly as it arrived, before any parsing. A string is taken as UTF-8. */
  readonly rawBody: string | Uint8Array | ArrayBuffer
  /** The value of the `Svc-Signature` header. */
  readonly header: string | readonly string[] | null | undefined
  /** The endpoint's whole signing secret, `whsec_` included. */
  readonly secret?: string | undefined
  /** Several secrets while one replaces another: a signature by any of them is accepted. */
  readonly secrets?: readonly string[] | undefined
  /**
   * Maximum difference in seconds between the time of signing and now, in either direction; 300 by default.
   */
  readonly toleranceSeconds?: number | undefined
  /** The current time as a Date or in milliseconds; defaults to the system clock. */
  readonly now?: Date | number | undefined
}

/**
 * Why a request was not accepted: `missing_secret` is a configuration error of the receiver;
 * `malformed_header` and `no_matching_signature` mean that it does not come from the service or was changed
 * in transit; `too_old` and `too_new` that it was replayed or that a clock is wrong; `malformed_body` that
 * signed bytes are not an event.
 */
export type WebhookVerificationCode =
  | 'missing_secret'
  | 'malformed_header'
  | 'no_matching_signature'
  | 'too_old'
  | 'too_new'
  | 'malformed_body'

/**
 * Thrown by verifyWebhook. `code` states why, and the message never contains the secret or the expected
 * signature.
 */
export class WebhookVerificationError extends Error {
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.code = code
  }
}

const DEFAULT_TOLERANCE_SECONDS = 300

/**
 * Verifies a delivered request with the Web Crypto API, which is available in browsers, workers and all
 * runtimes, and returns its event. The signature is checked over the raw bytes, so pass the body before your
 * framework parses it.
 *
 * @throws WebhookVerificationError if the request must not be trusted. Respond with 400 and do not process it
 * further.
 */
export async function verifyWebhookAsync(webhook: WebhookToVerify): Promise<WebhookEvent> {
  const signed = readSigned(webhook)
  const { secrets, signatures } = signed
  const bytes = signedBytes(signed)
  const checks = secrets.flatMap((secret) =>
    signatures.map((signature) => isSignedBy(secret, signature, bytes)),
  )
  const matches = await Promise.all(checks)
  return acceptedEvent(webhook, signed, matches.includes(true))
}

/** The values that are compared. */
export interface SignedWebhook {
  readonly secrets: readonly string[]
  readonly timestamp: string
  /** In hexadecimal, as they were sent. */
  readonly signatures: readonly string[]
  readonly body: Uint8Array
}

/** Reads secrets, header and body, or refuses them. */
export function readSigned(webhook: WebhookToVerify): SignedWebhook {
  const secrets = secretsOf(webhook)
  return { secrets, ...readHeader(webhook.header), body: bytesOf(webhook.rawBody) }
}

/** The event of a request, once it is known whether a signature matches. */
export function acceptedEvent(
  webhook: WebhookToVerify,
  { timestamp, body }: SignedWebhook,
  matches: boolean,
): WebhookEvent {
  if (!matches) {
    throw new WebhookVerificationError(
      'no_matching_signature',
      'No signature matches the body and the secret.',
    )
  }
  checkAge(Number(timestamp), webhook)
  return readEvent(body)
}

/** The bytes that were signed: the time, a dot and the body. */
function signedBytes({ timestamp, body }: SignedWebhook): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${timestamp}.`)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

const SIGNATURE = /^[0-9a-f]{64}$/

/** The platform compares in constant time. */
async function isSignedBy(
  secret: string,
  signature: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!SIGNATURE.test(signature)) return false
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  const given = Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(signature.slice(2 * index, 2 * index + 2), 16),
  )
  return subtle.verify('HMAC', key, given, bytes)
}

function secretsOf({ secret, secrets }: WebhookToVerify): string[] {
  const all = [...(secret === undefined ? [] : [secret]), ...(secrets ?? [])]
  // An empty key would accept signatures that anyone can create; it usually comes from an unset environment
  // variable.
  if (all.length === 0 || all.some((each) => typeof each !== 'string' || each === '')) {
    throw new WebhookVerificationError('missing_secret', 'A signing secret is needed to verify a webhook.')
  }
  return all
}

const TIMESTAMP = /^\d{1,12}$/

function readHeader(header: WebhookToVerify['header']): { timestamp: string; signatures: string[] } {
  const text = typeof header === 'string' ? header : (header ?? []).join(',')
  const parts = text.split(',').map((part) => part.trim())
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const timestamps = valuesOf('t')
  const signatures = valuesOf('v1')
  const [timestamp] = timestamps
  if (
    timestamps.length !== 1 ||
    timestamp === undefined ||
    !TIMESTAMP.test(timestamp) ||
    signatures.length === 0
  ) {
    throw new WebhookVerificationError(
      'malformed_header',
      'Svc-Signature must have the form t=<seconds>,v1=<hex>.',
    )
  }
  return { timestamp, signatures }
}

function bytesOf(rawBody: WebhookToVerify['rawBody']): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  throw new WebhookVerificationError(
    'malformed_body',
    'The raw body must be a string or bytes, not a parsed object.',
  )
}

function checkAge(signedAtSeconds: number, webhook: WebhookToVerify): void {
  const tolerance = webhook.toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS
  const nowSeconds = Math.floor(Number(webhook.now ?? Date.now()) / 1000)
  const age = nowSeconds - signedAtSeconds
  // Written so that a NaN among the three refuses.
  if (!(age <= tolerance)) {
    throw new WebhookVerificationError('too_old', 'The webhook was signed too long ago.')
  }
  if (!(age >= -tolerance)) {
    throw new WebhookVerificationError('too_new', 'The webhook was signed in the future; compare the clocks.')
  }
}

function readEvent(body: Uint8Array): WebhookEvent {
  let event: unknown
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('malformed_body', 'The body is not JSON.')
  }
  if (!isEvent(event)) {
    throw new WebhookVerificationError(
      'malformed_body',
      'The body is not an event with id, type, created_at and data.',
    )
  }
  return event
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false
  const { id, type, created_at: createdAt, data } = value as Partial<Record<keyof WebhookEvent, unknown>>
  const hasTexts = [id, type, createdAt].every((text) => typeof text === 'string')
  return hasTexts && typeof data === 'object' && data !== null && !Array.isArray(data)
}
