import { because } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { isMemberElsewhere } from '../people-store.ts'

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
