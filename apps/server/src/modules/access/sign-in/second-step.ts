import { because } from '@plumbline/contract'
import { ApiError } from '../../../platform/errors.ts'
import { checkSecondFactor } from './two-factor/check-second-factor.ts'
import { endedPendingSignInCookie, findPendingSignIn } from './pending-second-factor.ts'
import { knownBrowserCookie, knownBrowserId } from '../sessions/known-browser.ts'
import { answerWrongSecondFactors } from './failed-sign-in-store.ts'
import { noteWrongSecondFactor } from './note-failure.ts'
import { findPerson, hasTemporaryPassword } from '../people-store.ts'
import { deletePendingSecondFactor } from './two-factor/second-factor-store.ts'
import type { SignedIn, SignInParts } from './sign-in.ts'
import { startSession } from '../sessions/start-session.ts'

/** The second step of signing in, and where it comes from. */
export interface SecondStep {
  readonly code: string
  readonly cookieHeader: string | undefined
  readonly address: string
  readonly userAgent: string
}

/**
 * Starts the session of a person whose first step succeeded, with a code of the authenticator or a recovery code.
 * @throws 401 UNAUTHORIZED if there was no first step or it has expired; 422 INVALID_REQUEST naming `code` if it is
 * wrong; 429 RATE_LIMITED after too many wrong ones
 */
export async function takeSecondStep(parts: SignInParts, step: SecondStep): Promise<SignedIn> {
  const { db, cookie } = parts
  const waiting = await findPendingSignIn(parts, step.cookieHeader)
  if (!waiting) throw nothingWaits()
  const { personId: id, email, name } = await findPerson(db.global, waiting.personId)
  const browserId = knownBrowserId(parts, step.cookieHeader, email)
  const { address } = step
  const origin = browserId === undefined ? { address } : { browserId }
  const wrong = () => noteWrongSecondFactor(parts, { personId: id, email, name }, address)
  await checkSecondFactor(parts, id, step.code, origin, wrong)
  return db.globalTransaction(async (tx) => {
    // Another request, a new password or an admin may have ended it in the meantime.
    if (!(await deletePendingSecondFactor(tx, waiting.tokenHash))) throw nothingWaits()
    await answerWrongSecondFactors(tx, id)
    const session = await startSession(tx, parts, { ...step, personId: id })
    const known = knownBrowserCookie(parts, step.cookieHeader, email)
    const cookies = [session, known, endedPendingSignInCookie(cookie)]
    const mustChangePassword = await hasTemporaryPassword(tx, id)
    return { user: { id, email, name }, cookies, mustChangePassword }
  })
}

function nothingWaits(): ApiError {
  return new ApiError('UNAUTHORIZED', {
    reason: because('account.password_first'),
  })
}
