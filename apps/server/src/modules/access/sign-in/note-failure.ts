import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { systemActor } from '../../../platform/actor.ts'
import { enterPersonalChange } from '../enter-personal-change.ts'
import { deletePassword, type Person } from '../people-store.ts'
import { deletePendingSecondFactorsOf } from './two-factor/second-factor-store.ts'
import { countWrongSecondFactors, insertFailedSignIn, type SignInStep } from './failed-sign-in-store.ts'

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** This many wrong codes without a correct one mean that somebody else has the password. */
const WRONG_SECOND_FACTORS_MAX = 100

/**
 * Records a failed attempt, in the log and for the person of the account. The log never contains the email address,
 * because people sometimes type passwords into the wrong field.
 */
export async function noteFailure(
  { db, clock, log }: Parts,
  { email, step, address }: { email: string; step: SignInStep; address: string },
): Promise<void> {
  const at = clock.now().toISOString()
  const personId = await insertFailedSignIn(db.global, { id: newId(), email, step, address, at })
  log.warn(
    { from: 'sign-in', step, address, ...(personId !== undefined && { personId }) },
    'a sign-in failed',
  )
}

/**
 * Records a wrong second factor. A person who enters one has the password: after 100 within 30 days without a correct
 * one the password is removed, and the person chooses a new one through a link.
 */
export async function noteWrongSecondFactor(parts: Parts, person: Person, address: string): Promise<void> {
  const { db, clock, log } = parts
  const { personId, email } = person
  await noteFailure(parts, { email, step: 'second_factor', address })
  const wrong = await countWrongSecondFactors(db.global, personId, clock.sqlNow())
  if (wrong < WRONG_SECOND_FACTORS_MAX) return
  await enterPersonalChange(
    parts,
    person,
    'user.password_ended',
    async (queries) => {
      await deletePassword(queries, personId)
      await deletePendingSecondFactorsOf(queries, personId)
    },
    systemActor,
  )
  log.warn(
    { from: 'sign-in', personId, address, wrong },
    'a password ended after too many wrong second factors',
  )
}
