import type { Transaction } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { deleteInvitationLink, deleteResetLinksOf, insertLink } from './one-time-link-store.ts'
import { makeOneTimeToken } from './one-time-token.ts'

/** What a link of a workspace is for. */
type LinkUse =
  | { readonly purpose: 'invitation'; readonly invitationId: string; readonly email: string }
  | { readonly purpose: 'password_reset'; readonly personId: string }

/** A new link: its token, which is returned only here, and until when it is valid. */
export interface IssuedLink {
  readonly token: string
  readonly expiresAt: string
}

const HOUR_MS = 60 * 60 * 1000

/** Validity of links. A reset link is valid long enough to reach a person on another shift. */
const VALIDITY_MS = { invitation: 72 * HOUR_MS, password_reset: 24 * HOUR_MS } as const

/** Creates a link of a workspace that expires, and invalidates earlier ones for the same use. */
export async function issueLink(
  tx: Transaction,
  secrets: Secrets,
  use: LinkUse,
  at: string,
): Promise<IssuedLink> {
  const { token, hash: tokenHash } = makeOneTimeToken()
  const expiresAt = new Date(Date.parse(at) + VALIDITY_MS[use.purpose]).toISOString()
  if (use.purpose === 'invitation') await deleteInvitationLink(tx, use.invitationId)
  else await deleteResetLinksOf(tx, use.personId)
  await insertLink(tx, secrets, { ...use, tokenHash, workspaceId: tx.workspaceId, expiresAt }, at)
  return { token, expiresAt }
}
