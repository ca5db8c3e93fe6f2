import { rowMac } from '../../../platform/row-seal.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { SealedRow } from '../sealed-rows.ts'

/** What makes a one-time link: which token shows it, what it is for, and until when. Absent members are null. */
export interface LinkPower {
  tokenHash: Buffer
  purpose: 'setup' | 'password_reset' | 'invitation'
  workspaceId: string | null
  /** Whose password it resets. */
  personId: string | null
  invitationId: string | null
  /** The address that is invited. */
  email: string | null
  expiresAt: string | null
}

/** A one-time link with the MAC over what makes it. */
export interface SealedLink extends LinkPower {
  mac: Buffer
}

/** Returns a link with the MAC over what makes it. */
export function sealLink(
  secrets: Pick<Secrets, 'derive'>,
  link: Pick<LinkPower, 'tokenHash' | 'purpose'> & Partial<LinkPower>,
): SealedLink {
  const nothing = { workspaceId: null, personId: null, invitationId: null, email: null, expiresAt: null }
  const power = { ...nothing, ...link }
  return { ...power, mac: rowMac(secrets, 'one_time_links', membersOf(power)) }
}

/** Returns the row of a link, for telling whether it is genuine. Its hash gives no access. */
export function sealedLink(link: SealedLink): SealedRow {
  const rowId = link.tokenHash.toString('hex')
  return { table: 'one_time_links', rowId, members: membersOf(link), mac: link.mac }
}

function membersOf({ tokenHash, purpose, workspaceId, personId, invitationId, email, expiresAt }: LinkPower) {
  return [tokenHash, purpose, workspaceId, personId, invitationId, email, expiresAt]
}
