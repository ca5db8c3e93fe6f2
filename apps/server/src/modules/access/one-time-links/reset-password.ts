import { because } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { unusableValue, type ApiError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries, type EntryDraft } from '../../ledger/index.ts'
import { resetFailures, linkBuckets, tryPassword } from '../passwords/attempts.ts'
import { deleteResetLinksOf, findResetLink, takeLink, type ResetLink } from './one-time-link-store.ts'
import { lockCredentials, recordedCredentials } from '../credentials-store.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireStrongPassword } from '../passwords/password-strength.ts'
import {
  addressProofOf,
  findMember,
  findPerson,
  isMemberElsewhere,
  savePasswordHash,
  type Member,
} from '../people-store.ts'
import { proveAddress } from '../prove-address.ts'
import type { SealParts } from '../sealed-rows.ts'
import { deleteBoundAccounts, listBoundAccounts } from '../sign-in/oidc/oidc-store.ts'
import { deleteSessionsOf } from '../sessions/ended-session-store.ts'

interface Parts extends SealParts {
  readonly db: Database
  readonly clock: Clock
}

/** A link as opened by a person, and from where. */
export interface OpenedLink {
  readonly token: string
  readonly address: string
}

/** The person of a reset link, and the identity providers whose accounts would still sign them in. */
export interface ResettablePerson {
  readonly member: Member
  readonly providerIssuers: readonly string[]
}

/** What a person chooses through a reset link. */
export interface ChosenReset {
  readonly password: string
  readonly removesProviderAccounts: boolean
}

/**
 * Returns the person whose password a link resets.
 * @throws 422 INVALID_REQUEST naming `token` for a link that was used, replaced or has expired; 429 RATE_LIMITED
 * after too many of those
 */
export async function personOfResetLink(parts: Parts, opened: OpenedLink): Promise<ResettablePerson> {
  const { workspaceId, personId } = await requireResetLink(parts, opened)
  return parts.db.transaction(workspaceId, async (tx) => {
    const member = await requireResettable(tx, personId)
    // The first proof of an address removes them anyway.
    if ((await addressProofOf(tx, personId)) === null) return { member, providerIssuers: [] }
    const bound = await listBoundAccounts(tx, personId)
    return { member, providerIssuers: [...new Set(bound.map(({ issuer }) => issuer))] }
  })
}

/**
 * Sets the password chosen through a link, consumes the link and ends all sessions of the person, who may then sign
 * in immediately, regardless of earlier failed attempts. The first proof of an address also removes all other
 * credentials of the account, as does the person on request, because somebody else may have bound an account of an
 * identity provider. Of two concurrent calls one is refused.
 * @throws as personOfResetLink; 422 VALIDATION_ERROR naming `password` if it is easily guessed
 */
export async function resetPassword(
  parts: Parts,
  opened: OpenedLink,
  { password, removesProviderAccounts }: ChosenReset,
): Promise<Member> {
  const { workspaceId, personId } = await requireResetLink(parts, opened)
  const { email, name } = await findPerson(parts.db.global, personId)
  await requireStrongPassword('password', password, [email, name])
  const hash = await hashPassword(password)
  const member = await parts.db.transaction(workspaceId, async (tx) => {
    await lockCredentials(tx, personId)
    const person = await requireResettable(tx, personId)
    if (!(await takeLink(tx, { token: opened.token, purpose: 'password_reset' }))) throw linkIsVoid()
    const { role } = person
    const itself = { type: 'user', id: personId, userId: personId, name, workspaceId, role } as const
    const subject = { type: 'user', id: personId } as const
    const isFirstProof = (await addressProofOf(tx, personId)) === null
    const removed = removesProviderAccounts && !isFirstProof ? await deleteBoundAccounts(tx, personId) : 0
    if (isFirstProof) await proveAddress(tx, personId, 'link')
    await savePasswordHash(tx, newId(), personId, hash, parts.clock.now().toISOString())
    await deleteSessionsOf(tx, personId)
    await deleteResetLinksOf(tx, personId)
    const payload = await recordedCredentials(tx, personId)
    const drafts: EntryDraft[] = [
      ...(removed > 0 ? [{ kind: 'user.provider_removed', subject, payload } as const] : []),
      ...(isFirstProof ? [{ kind: 'user.address_proven', subject, payload } as const] : []),
      { kind: 'user.password_changed', subject, payload },
    ]
    await appendEntries(tx, parts.clock, { ...itself, scope: 'write', siteIds: null }, drafts)
    return person
  })
  await resetFailures(parts, member.email, opened.address)
  return member
}

async function requireResetLink(parts: Parts, { token, address }: OpenedLink): Promise<ResetLink> {
  let link: ResetLink | undefined
  await tryPassword(parts, linkBuckets(address), async () => {
    link = await findResetLink(parts.db.global, parts, token, parts.clock.sqlNow())
    return link !== undefined
  })
  if (!link) throw linkIsVoid()
  return link
}

/**
 * The admin of this workspace must not be able to give access to another workspace that the person has joined since.
 */
async function requireResettable(tx: Transaction, personId: string): Promise<Member> {
  const member = await findMember(tx, personId)
  if (!member || (await isMemberElsewhere(tx, personId))) throw linkIsVoid()
  return member
}

function linkIsVoid(): ApiError {
  return unusableValue('token', because('link.is_void'))
}
