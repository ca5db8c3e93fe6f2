import { because } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { findMember, isMemberElsewhere } from '../people-store.ts'

/**
 * Name, address and password belong to the person, not to the membership: a workspace may change them only for a
 * person who belongs to no other workspace; otherwise it could act as that person there.
 * @throws 409 CONFLICT for a person who also belongs to another workspace, even if deactivated there
 */
export async function requireOwnPerson(tx: Transaction, personId: string): Promise<void> {
  if (!(await isMemberElsewhere(tx, personId))) return
  throw new ApiError('CONFLICT', {
    reason: because('person.belongs_elsewhere'),
  })
}

/**
 * Credentials belong to the person too: a workspace may change them only for a member who belongs to no other
 * workspace.
 * @throws 404 NOT_FOUND for anyone but a member; 409 CONFLICT as `requireOwnPerson`
 */
export async function requireOwnMember(tx: Transaction, personId: string): Promise<void> {
  if (!(await findMember(tx, personId))) throw notFound()
  await requireOwnPerson(tx, personId)
}
