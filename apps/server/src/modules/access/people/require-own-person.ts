import { because } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { findMember, isMemberElsewhere } from '../people-store.ts'

/**
 * Name, address and password are a person's, not a membership's: a workspace may change them only of
 * a person who belongs to no other, or it could act as that person there.
 * @throws 409 CONFLICT for a person who belongs to another workspace too, be it deactivated there
 */
export async function requireOwnPerson(tx: Transaction, personId: string): Promise<void> {
  if (!(await isMemberElsewhere(tx, personId))) return
  throw new ApiError('CONFLICT', {
    reason: because('person.belongs_elsewhere'),
  })
}

/**
 * What signs in is a person's too: a workspace may change it only of a member who belongs to no other.
 * @throws 404 NOT_FOUND for anyone but a member; 409 CONFLICT as `requireOwnPerson`
 */
export async function requireOwnMember(tx: Transaction, personId: string): Promise<void> {
  if (!(await findMember(tx, personId))) throw notFound()
  await requireOwnPerson(tx, personId)
}
