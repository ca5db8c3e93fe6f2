import { because } from '@plumbline/contract'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { unusableValue, type ApiError } from '../../../../platform/errors.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import { secondFactorBuckets, tryPassword, type CodeOrigin } from '../../passwords/attempts.ts'
import { hashRecoveryCode, recoveryKeys } from './recovery-code.ts'
import { findSecondFactor, takeStep, useRecoveryCode } from './second-factor-store.ts'
import { stepOfCode } from './totp.ts'

/** Dependencies of checking codes. */
export interface SecondFactorParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
}

/** Returns the purpose for which a secret is sealed: bound to the person, so that it is useless in another row. */
function sealPurpose(personId: string): string {
  return `second factor of ${personId}`
}

/** Returns a secret as stored. */
export function sealSecret(secrets: Secrets, personId: string, secret: Buffer): Buffer {
  return secrets.seal(sealPurpose(personId), secret)
}

/** Opens a stored secret for computing codes. */
export function openSecret(secrets: Secrets, personId: string, sealed: Buffer): Buffer {
  return secrets.open(sealPurpose(personId), sealed)
}

/** Returns a stored secret sealed with the deployment's current secret; undefined if it already is. */
export function resealSecret(secrets: Secrets, personId: string, sealed: Buffer): Buffer | undefined {
  return secrets.reseal(sealPurpose(personId), sealed)
}

/**
 * Accepts a code of the person's authenticator or a recovery code; each is accepted once across all processes.
 * @param onWrong called before a wrong code is refused
 * @throws 422 INVALID_REQUEST naming `code` if it is wrong or was used; 429 RATE_LIMITED after too many wrong ones
 */
export async function checkSecondFactor(
  parts: SecondFactorParts,
  personId: string,
  code: string,
  origin: CodeOrigin,
  onWrong?: () => Promise<void>,
): Promise<void> {
  const buckets = secondFactorBuckets(personId, origin)
  if (await tryPassword(parts, buckets, () => takeCode(parts, personId, code))) return
  await onWrong?.()
  throw wrongCode()
}

/** The same message for a wrong code and a used one, so that it does not reveal which it was. */
export function wrongCode(): ApiError {
  return unusableValue('code', because('account.code_wrong'))
}

const TOTP_CODE = /^\d{6}$/

async function takeCode(
  { db, clock, secrets }: SecondFactorParts,
  personId: string,
  typed: string,
): Promise<boolean> {
  const factor = await findSecondFactor(db.global, personId)
  if (!factor || factor.confirmedAt === null) return false
  const code = typed.replaceAll(/\s/g, '')
  if (!TOTP_CODE.test(code)) {
    const keys = recoveryKeys(secrets, personId, factor.sealedRecoveryKey)
    const hashes = keys.map((key) => hashRecoveryCode(key, personId, code))
    return useRecoveryCode(db.global, personId, hashes, clock.now().toISOString())
  }
  const step = stepOfCode(openSecret(secrets, personId, factor.sealedSecret), code, clock.now())
  return step !== undefined && (await takeStep(db.global, personId, step))
}
