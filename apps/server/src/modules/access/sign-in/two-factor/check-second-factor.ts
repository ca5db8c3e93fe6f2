import { because } from '@plumbline/contract'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/db/index.ts'
import { unusableValue, type ApiError } from '../../../../platform/errors.ts'
import type { Secrets } from '../../../../platform/secrets.ts'
import { secondFactorBuckets, tryPassword, type CodeOrigin } from '../../passwords/attempts.ts'
import { hashRecoveryCode, recoveryKeys } from './recovery-code.ts'
import { findSecondFactor, takeStep, useRecoveryCode } from './second-factor-store.ts'
import { stepOfCode } from './totp.ts'

/** What checking codes works with. */
export interface SecondFactorParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
}

/** What a secret is sealed for: of this person alone, so that no row serves another. */
function sealPurpose(personId: string): string {
  return `second factor of ${personId}`
}

/** A secret as it is stored. */
export function sealSecret(secrets: Secrets, personId: string, secret: Buffer): Buffer {
  return secrets.seal(sealPurpose(personId), secret)
}

/** A stored secret as codes are made of it. */
export function openSecret(secrets: Secrets, personId: string, sealed: Buffer): Buffer {
  return secrets.open(sealPurpose(personId), sealed)
}

/** A stored secret as it is to be stored under the present secret of the deployment; undefined where it is. */
export function resealSecret(secrets: Secrets, personId: string, sealed: Buffer): Buffer | undefined {
  return secrets.reseal(sealPurpose(personId), sealed)
}

/**
 * Takes a code of the person's authenticator or a recovery code; each is taken once, whichever process it
 * is sent to.
 * @param onWrong what else is done before a wrong code is refused
 * @throws 422 INVALID_REQUEST naming `code` when it is wrong or was used; 429 RATE_LIMITED after too many of those
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

/** The same words for a wrong code and a used one: which it was is nobody's business but the owner's. */
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
