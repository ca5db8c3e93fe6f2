import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Secrets } from '../../../../platform/secrets.ts'

/** Number of codes created together: enough for years of forgotten phones. */
const CODES_AT_ONCE = 10

/** Letters and digits that cannot be confused with each other (Crockford's base 32): I, L, O and U are omitted. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 60 bits, in groups that are easy to copy from paper. */
const GROUPS = 3
const GROUP_LENGTH = 4

const RECOVERY_KEY_BYTES = 32

/** Purpose for which keys of codes were derived before each person had a stored one. */
const DERIVED_KEY_PURPOSE = 'recovery codes'

/**
 * Returns recovery codes of a person, each of which replaces the second factor once, with what is stored of them:
 * their hashes, and the encrypted key for making the hashes. A copy of the database alone is not enough to try codes,
 * and codes survive a change of the deployment's secret.
 */
export function makeRecoveryCodes(
  secrets: Secrets,
  personId: string,
): { codes: string[]; hashes: Buffer[]; sealedKey: Buffer } {
  const codes = randomCodes()
  const key = randomBytes(RECOVERY_KEY_BYTES)
  const hashes = codes.map((code) => hashRecoveryCode(key, personId, code))
  return { codes, hashes, sealedKey: secrets.seal(recoveryKeyPurpose(personId), key) }
}

function randomCodes(): string[] {
  return Array.from({ length: CODES_AT_ONCE }, () =>
    Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    ).join('-'),
  )
}

/**
 * Returns the keys with which the codes of a person may be hashed.
 * @param sealed as stored; null if their codes are older than stored keys and are hashed with one derived from the
 * deployment's secret
 */
export function recoveryKeys(secrets: Secrets, personId: string, sealed: Buffer | null): readonly Buffer[] {
  if (sealed === null) return secrets.deriveEach(DERIVED_KEY_PURPOSE)
  return [secrets.open(recoveryKeyPurpose(personId), sealed)]
}

/** Returns the key of a person's codes sealed with the current secret; undefined if it already is. */
export function resealRecoveryKey(
  secrets: Secrets,
  personId: string,
  sealed: Buffer | null,
): Buffer | undefined {
  const purpose = recoveryKeyPurpose(personId)
  if (sealed !== null) return secrets.reseal(purpose, sealed)
  const derivedFromFallback = secrets.deriveEach(DERIVED_KEY_PURPOSE)[1]
  return derivedFromFallback && secrets.seal(purpose, derivedFromFallback)
}

/** Returns the hash under which a code of a person is stored, regardless of how it was typed. */
export function hashRecoveryCode(key: Buffer, personId: string, code: string): Buffer {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, '')
  const meant = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return createHmac('sha256', key).update(`${personId} ${meant}`).digest()
}

function recoveryKeyPurpose(personId: string): string {
  return `recovery codes of ${personId}`
}
