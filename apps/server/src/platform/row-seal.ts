import type { Secrets } from './secrets.ts'
import { isSignedWith, signatureOf } from './signature.ts'

/**
 * Tables whose rows carry a MAC, because holding a token makes a row of theirs powerful and no ledger describes them.
 * The name is part of the key, so that the MAC of one table means nothing in another.
 */
export type SealedTable = 'sign_in_sessions' | 'pending_second_factors' | 'one_time_links'

/** The members of a row that give it its power, in the order of the table: never change it. */
export type SealedMembers = readonly (string | Buffer | null)[]

/**
 * Returns the MAC of a row: HMAC-SHA-256 with a key of the table that is derived from the deployment's secret, 32
 * bytes. Anyone who can write to the database but does not have the secret cannot make a row that fits.
 */
export function rowMac(secrets: Pick<Secrets, 'derive'>, table: SealedTable, members: SealedMembers): Buffer {
  return signatureOf(secrets.derive(purposeOf(table)), textOf(members))
}

/** Whether a MAC is that of these members, with the current secret or the fallback. */
export function isRowMac(
  secrets: Pick<Secrets, 'deriveEach'>,
  table: SealedTable,
  members: SealedMembers,
  mac: Buffer,
): boolean {
  return isSignedWith(secrets.deriveEach(purposeOf(table)), textOf(members), mac)
}

/**
 * Returns the MAC with the current secret of a row that was sealed with the fallback; undefined for any other row. A
 * forged row must not be sealed: it keeps the MAC by which it is found.
 */
export function resealedRowMac(
  secrets: Pick<Secrets, 'derive' | 'deriveEach'>,
  table: SealedTable,
  members: SealedMembers,
  mac: Buffer,
): Buffer | undefined {
  const current = rowMac(secrets, table, members)
  return !current.equals(mac) && isRowMac(secrets, table, members, mac) ? current : undefined
}

const purposeOf = (table: SealedTable) => `rows of ${table}`

/** JSON, so that no two lists of members have the same text. */
function textOf(members: SealedMembers): string {
  return JSON.stringify(members.map((member) => (Buffer.isBuffer(member) ? member.toString('hex') : member)))
}
