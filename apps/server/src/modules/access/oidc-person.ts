import type { OidcProblem } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { bindAccount, findBoundPerson } from './oidc-store.ts'
import type { OidcPerson } from './oidc-provider.ts'
import { findPersonByEmail } from './people-store.ts'

/**
 * Whom of the people here the provider speaks of; nobody is made. The subject decides once it is bound,
 * since addresses move from one person to another; the first time it is the address, if the provider
 * vouches for it.
 * @returns the person's id, or why nobody may be signed in
 */
export async function personOfProvider(
  { db, clock }: { db: Database; clock: Clock },
  { issuer, subject, email, emailVerified }: OidcPerson,
): Promise<{ personId: string } | { problem: OidcProblem }> {
  const account = { issuer, subject }
  const bound = await findBoundPerson(db.global, account)
  if (bound !== undefined) return { personId: bound }
  if (email === undefined || !emailVerified) return { problem: 'email_unverified' }
  const person = await findPersonByEmail(db.global, email)
  if (!person) return { problem: 'person_unknown' }
  const at = clock.now().toISOString()
  if (await bindAccount(db.global, newId(), person.personId, account, at)) return person
  // A second tab of the same person may have bound it just now.
  const boundMeanwhile = await findBoundPerson(db.global, account)
  return boundMeanwhile === person.personId ? person : { problem: 'other_account' }
}
