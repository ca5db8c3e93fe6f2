import type { Queries } from '../../platform/db/index.ts'
import { deleteResetLinksOf } from './one-time-links/one-time-link-store.ts'
import { deleteSignInAccounts, setAddressProof, type AddressProof } from './people-store.ts'
import { deleteSessionsOf } from './sessions/ended-session-store.ts'
import { deleteAnySecondFactor } from './sign-in/two-factor/second-factor-store.ts'

/**
 * Records that the address of an account was verified as the person's, and removes what was set before: sessions, the
 * second factor, the password and accounts of identity providers. Whoever created the account, or gave it that
 * address, may have set any of them for themselves.
 */
export async function proveAddress(queries: Queries, personId: string, proof: AddressProof): Promise<void> {
  await setAddressProof(queries, personId, proof)
  await deleteSessionsOf(queries, personId)
  await deleteAnySecondFactor(queries, personId)
  await deleteSignInAccounts(queries, personId)
  await deleteResetLinksOf(queries, personId)
}
