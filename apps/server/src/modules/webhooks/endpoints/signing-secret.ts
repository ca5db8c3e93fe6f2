import { createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets.ts'

/** Distinguishes a signing secret from other keys (decisions, section 11). */
const SECRET_MARK = 'whsec_'

/** The length of the signature's digest; more would add nothing. */
const SECRET_BYTES = 32

/** Length of the prefix that is shown later: the mark and 4 of 43 random characters. */
const PREFIX_LENGTH = 10

/** Returns a new signing secret, which is shown once; the key is its whole text. */
export function makeSigningSecret(): string {
  return SECRET_MARK + randomBytes(SECRET_BYTES).toString('base64url')
}

/** Returns the prefix of a secret, by which people tell secrets apart. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH)
}

/** Encrypts a secret for storage, bound to its endpoint. */
export function sealSigningSecret(secrets: Secrets, endpointId: string, secret: string): Buffer {
  return secrets.seal(purposeOf(endpointId), Buffer.from(secret, 'utf8'))
}

/** Opens a stored secret; throws if it was sealed for another endpoint or with another SECRET_KEY. */
export function openSigningSecret(secrets: Secrets, endpointId: string, sealed: Buffer): string {
  return secrets.open(purposeOf(endpointId), sealed).toString('utf8')
}

/**
 * Returns the secret sealed with the deployment's current secret; undefined if it already is. Throws as
 * `openSigningSecret`.
 */
export function resealSigningSecret(
  secrets: Secrets,
  endpointId: string,
  sealed: Buffer,
): Buffer | undefined {
  return secrets.reseal(purposeOf(endpointId), sealed)
}

/** Returns what the ledger records of a stored secret, in hex, so that a substituted secret is detected. */
export function digestOfStored(prefix: string, sealed: Buffer): string {
  return createHash('sha256').update(prefix, 'utf8').update(sealed).digest('hex')
}

function purposeOf(endpointId: string): string {
  return `webhook signing secret of ${endpointId}`
}
