import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { enterPersonalChange } from '../enter-personal-change.ts'
import { deleteResetLinksOf } from '../one-time-links/one-time-link-store.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireStrongPassword } from '../passwords/password-strength.ts'
import { savePasswordHash } from '../people-store.ts'
import { deleteOtherSessions } from '../sessions/ended-session-store.ts'
import { type Session } from '../sessions/session-store.ts'

/**
 * Changes the password of the signed-in person and ends their other sessions. Returns the number of sessions ended.
 * @throws 422 INVALID_REQUEST naming `current_password` if it is wrong; 429 RATE_LIMITED after too many wrong ones;
 * 422 VALIDATION_ERROR naming `new_password` if it is easily guessed
 */
export async function changePassword(
  parts: { db: Database; clock: Clock },
  session: Session,
  passwords: { current: string; wanted: string },
): Promise<number> {
  const { personId, sessionId, email, name } = session
  await confirmPassword(parts, personId, passwords.current, 'current_password')
  await requireStrongPassword('new_password', passwords.wanted, [email, name])
  const hash = await hashPassword(passwords.wanted)
  let ended = 0
  await enterPersonalChange(parts, session, 'user.password_changed', async (queries, at) => {
    await savePasswordHash(queries, newId(), personId, hash, at)
    await deleteResetLinksOf(queries, personId)
    ended = await deleteOtherSessions(queries, personId, sessionId)
  })
  return ended
}
