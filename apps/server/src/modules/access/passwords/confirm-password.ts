import { because } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import { signatureBuckets, tryPassword } from './attempts.ts'
import { passwordMatches } from './password.ts'
import { findPasswordHash } from '../people-store.ts'

/**
 * Makes sure that it is the person who acts, by the password entered again: what an electronic signature
 * needs beyond a session.
 * @param field what the request calls the password
 * @throws 422 INVALID_REQUEST naming the field when it is wrong; 429 RATE_LIMITED after too many of those
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
