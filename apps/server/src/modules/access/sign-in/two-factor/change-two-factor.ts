import { because } from '@plumbline/contract'
import { ApiError } from '../../../../platform/errors.ts'
import { checkSecondFactor, type SecondFactorParts } from './check-second-factor.ts'
import { confirmPassword } from '../../passwords/confirm-password.ts'
import { enterPersonalChange } from '../../enter-personal-change.ts'
import { makeRecoveryCodes } from './recovery-code.ts'
import { deleteSecondFactor, findSecondFactor, replaceRecoveryCodes } from './second-factor-store.ts'
import type { Session } from '../../sessions/session-store.ts'

/** The password and a code of either kind, entered again. */
export interface Reentered {
  readonly password: string
  readonly code: string
}

/**
 * Turns two-factor off for the person of a session.
 * @throws 409 CONFLICT when it is off; as `confirmPassword` and `checkSecondFactor`
 */
export async function disableTwoFactor(
  parts: SecondFactorParts,
  session: Session,
  reentered: Reentered,
): Promise<void> {
  await requireBoth(parts, session, reentered)
  await enterPersonalChange(parts, session, 'user.two_factor_disabled', async (tx) => {
    if (!(await deleteSecondFactor(tx, session.personId))) throw isOff()
  })
}

/**
 * Creates new recovery codes for the person of a session, invalidating the previous ones.
 * @throws 409 CONFLICT when two-factor is off; as `confirmPassword` and `checkSecondFactor`
 */
export async function renewRecoveryCodes(
  parts: SecondFactorParts,
  session: Session,
  reentered: Reentered,
): Promise<string[]> {
  await requireBoth(parts, session, reentered)
  const { personId } = session
  const recovery = makeRecoveryCodes(parts.secrets, personId)
  await enterPersonalChange(parts, session, 'user.recovery_codes_renewed', (tx) =>
    replaceRecoveryCodes(tx, personId, recovery),
  )
  return recovery.codes
}

/** Checks the password first: someone who does not know it must not use up codes. */
async function requireBoth(
  parts: SecondFactorParts,
  { personId, sessionId }: Session,
  { password, code }: Reentered,
): Promise<void> {
  const factor = await findSecondFactor(parts.db.global, personId)
  if (!factor || factor.confirmedAt === null) throw isOff()
  await confirmPassword(parts, personId, password)
  await checkSecondFactor(parts, personId, code, { sessionId })
}

function isOff(): ApiError {
  return new ApiError('CONFLICT', { reason: because('account.two_factor_is_off') })
}
