import { because } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import { signatureBuckets, tryPassword } from './attempts.ts'
import { passwordMatches } from './password.ts'
import { findPasswordHash } from '../people-store.ts'

/**
 * Verifies the person by asking for the password again: what an electronic signature requires beyond a session.
 * @param field the name of the password in the request
 * @throws 422 INVALID_REQUEST naming the field if it is wrong; 429 RATE_LIMITED after too many wrong ones
 */
export async function confirmPassword(
  parts: { db: Database; clock: Clock },
  personId: string,
  password: string,
  field = 'password',
): Promise<void> {
  const right = await tryPassword(parts, signatureBuckets(personId), async () => {
    const hash = await findPasswordHash(parts.db.global, personId)
    return hash !== undefined && (await passwordMatches(password, hash))
  })
  if (!right) throw unusableValue(field, because('account.password_wrong'))
}
