import { because, type TwoFactorEnrolment } from '@plumbline/contract'
import { ApiError } from '../../../../platform/errors.ts'
import { qrPath } from '../../../../platform/qr-code.ts'
import { secondFactorBuckets, tryPassword } from '../../passwords/attempts.ts'
import { openSecret, sealSecret, wrongCode, type SecondFactorParts } from './check-second-factor.ts'
import { confirmPassword } from '../../passwords/confirm-password.ts'
import { enterPersonalChange } from '../../enter-personal-change.ts'
import { makeRecoveryCodes } from './recovery-code.ts'
import {
  confirmSecret,
  findSecondFactor,
  replaceRecoveryCodes,
  saveNewSecret,
} from './second-factor-store.ts'
import { deleteOtherSessions } from '../../sessions/ended-session-store.ts'
import { type Session } from '../../sessions/session-store.ts'
import { makeTotpSecret, serializeTotpSecret, stepOfCode } from './totp.ts'

/**
 * Starts setting up the second factor of the person of a session: creates the secret for the authenticator.
 * @throws 409 CONFLICT when two-factor is on; as `confirmPassword`
 */
export async function enrolTwoFactor(
  parts: SecondFactorParts,
  { personId, email }: Session,
  password: string,
): Promise<TwoFactorEnrolment> {
  await confirmPassword(parts, personId, password)
  const secret = makeTotpSecret()
  const sealed = sealSecret(parts.secrets, personId, secret)
  if (!(await saveNewSecret(parts.db.global, personId, sealed))) throw isOn()
  const shown = serializeTotpSecret(secret, email)
  return { ...shown, qr: qrPath(shown.uri) }
}

/**
 * Turns two-factor on once a code proves that an authenticator has the secret. Ends the person's other sessions,
 * which started without it. Returns the recovery codes, which are returned only here.
 * @throws 409 CONFLICT if setup was not started or two-factor is on; 422 INVALID_REQUEST naming `code`; 429
 * RATE_LIMITED after too many wrong codes
 */
export async function confirmTwoFactor(
  parts: SecondFactorParts,
  session: Session,
  typed: string,
): Promise<string[]> {
  const { db, clock, secrets } = parts
  const { personId, sessionId } = session
  const factor = await findSecondFactor(db.global, personId)
  if (!factor) throw notStarted()
  if (factor.confirmedAt !== null) throw isOn()
  const secret = openSecret(secrets, personId, factor.sealedSecret)
  let step: number | undefined
  await tryPassword(parts, secondFactorBuckets(personId, { sessionId }), async () => {
    step = stepOfCode(secret, typed.replaceAll(/\s/g, ''), clock.now())
    return step !== undefined
  })
  if (step === undefined) throw wrongCode()
  const taken = step
  const recovery = makeRecoveryCodes(secrets, personId)
  await enterPersonalChange(parts, session, 'user.two_factor_enabled', async (tx, at) => {
    if (!(await confirmSecret(tx, personId, taken, at))) throw isOn()
    await replaceRecoveryCodes(tx, personId, recovery)
    await deleteOtherSessions(tx, personId, sessionId)
  })
  return recovery.codes
}

function isOn(): ApiError {
  return new ApiError('CONFLICT', { reason: because('account.two_factor_is_on') })
}

function notStarted(): ApiError {
  return new ApiError('CONFLICT', { reason: because('account.two_factor_not_begun') })
}
