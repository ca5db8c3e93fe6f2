import { because } from '@plumbline/contract'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { ApiError, unusableValue, validationError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { findWorkspace } from '../../workspaces/index.ts'
import { enterPersonalChange } from '../enter-personal-change.ts'
import { findLink, takeLink, type LinkToken } from '../one-time-links/one-time-link-store.ts'
import type { OpenedLink } from '../one-time-links/reset-password.ts'
import { linkBuckets, resetFailures, tryPassword } from '../passwords/attempts.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireStrongPassword } from '../passwords/password-strength.ts'
import { addMemberIn } from '../people/add-member.ts'
import {
  addressProofOf,
  findPersonByEmail,
  savePasswordHash,
  setAddressProof,
  type Person,
} from '../people-store.ts'
import { proveAddress } from '../prove-address.ts'
import type { LinkRow, SealParts } from '../sealed-rows.ts'
import { knownBrowserCookie } from '../sessions/known-browser.ts'
import { startSession, type SessionParts } from '../sessions/start-session.ts'
import { lockOpenInvitation, type Invitation } from './invitation-store.ts'

/** Dependencies of accepting. */
export interface AcceptParts extends SessionParts, SealParts {
  readonly db: Database
  readonly secrets: Secrets
}

/** Who opens the link of an invitation, and from where. */
export interface InvitedVisitor extends OpenedLink {
  readonly userAgent: string
  readonly cookieHeader: string | undefined
  /** The person signed in on this browser. */
  readonly signedIn: Person | undefined
}

/** An invitation as shown to the holder of the link. It does not reveal whether the address has an account. */
export interface OpenedInvitation {
  readonly invitation: Invitation
  readonly workspaceId: string
  readonly workspaceName: string
  readonly linkExpiresAt: string
  /** Whose session the browser has. */
  readonly signedInAs: 'nobody' | 'invited' | 'other'
  /** Whether accepting requires a new password. */
  readonly needsPassword: boolean
}

/**
 * Returns the invitation of a link.
 * @throws 422 INVALID_REQUEST naming `token` for a link that was used, replaced, withdrawn or has expired; 429
 * RATE_LIMITED after too many of those
 */
export async function openInvitation(parts: AcceptParts, visitor: InvitedVisitor): Promise<OpenedInvitation> {
  const { db, clock } = parts
  let link: LinkRow | undefined
  await tryPassword(parts, linkBuckets(visitor.address), async () => {
    link = await findLink(db.global, parts, invitationToken(visitor), clock.sqlNow())
    return link !== undefined
  })
  if (!link) throw linkIsVoid()
  // The table requires all three of an invitation's link.
  const [workspaceId, invitationId, expiresAt] = [link.workspaceId!, link.invitationId!, link.expiresAt!]
  const [invitation, workspace] = await db.transaction(workspaceId, (tx) =>
    Promise.all([lockOpenInvitation(tx, invitationId), findWorkspace(tx)]),
  )
  if (!invitation || !workspace) throw linkIsVoid()
  const signedInAs = sessionOf(visitor, invitation)
  return {
    invitation,
    workspaceId,
    workspaceName: workspace.name,
    linkExpiresAt: expiresAt,
    signedInAs,
    needsPassword: signedInAs === 'nobody' || (signedInAs === 'invited' && (await isShared(parts, visitor))),
  }
}

/**
 * Whether people other than the person may know a password of the account, because only a provider has vouched for
 * the person.
 */
async function isShared({ db }: AcceptParts, { signedIn }: InvitedVisitor): Promise<boolean> {
  return (await addressProofOf(db.global, signedIn!.personId)) !== 'provider'
}

/** The result of accepting: the new member of the workspace, and the Set-Cookie lines of a new session. */
export interface AcceptedInvitation {
  readonly workspaceId: string
  readonly person: Person
  readonly cookies: readonly string[]
}

/**
 * Makes the invited person a member and invalidates the link. An address without an account gets one, with the chosen
 * password. A person with an account accepts while signed in, and chooses a new password unless an identity provider
 * has vouched for them; all other credentials of the account are removed, because people of another workspace may
 * have them.
 * @throws as openInvitation; 409 CONFLICT if the address has an account and nobody or somebody else is signed in; 422
 * VALIDATION_ERROR naming `password` if it is missing or easily guessed
 */
export async function acceptInvitation(
  parts: AcceptParts,
  visitor: InvitedVisitor,
  password: string | undefined,
): Promise<AcceptedInvitation> {
  const opened = await openInvitation(parts, visitor)
  const { invitation, needsPassword } = opened
  if (opened.signedInAs === 'other') throw conflict('invitation.other_person')
  if (!needsPassword) return join(parts, visitor, opened, undefined)
  if (password === undefined) throw passwordMissing()
  await requireStrongPassword('password', password, [invitation.email, invitation.name])
  const known = await findPersonByEmail(parts.db.global, invitation.email)
  if (known && opened.signedInAs === 'nobody') throw conflict('invitation.sign_in_first')
  const hash = await hashPassword(password)
  if (known) {
    await enterPersonalChange(parts, known, 'user.address_proven', async (queries, at) => {
      await proveAddress(queries, known.personId, 'link')
      await savePasswordHash(queries, newId(), known.personId, hash, at)
    })
  }
  const accepted = await join(parts, visitor, opened, hash)
  await resetFailures(parts, invitation.email, visitor.address)
  return accepted
}

/** Creates the membership, and starts a session if a password was chosen. */
async function join(
  parts: AcceptParts,
  visitor: InvitedVisitor,
  { invitation, workspaceId }: OpenedInvitation,
  passwordHash: string | undefined,
): Promise<AcceptedInvitation> {
  const { invitationId, email } = invitation
  return parts.db.transaction(workspaceId, async (tx) => {
    const isOpen = await lockOpenInvitation(tx, invitationId)
    if (!isOpen || !(await takeLink(tx, invitationToken(visitor)))) throw linkIsVoid()
    const unknown = { personId: invitationId, email, name: invitation.name }
    const person = (await findPersonByEmail(tx, email)) ?? unknown
    await addInvited(tx, parts, {
      person,
      invitation,
      isSignedIn: visitor.signedIn !== undefined,
      passwordHash,
    })
    if (passwordHash === undefined) return { workspaceId, person, cookies: [] }
    const session = await startSession(tx, parts, { ...visitor, personId: person.personId })
    return { workspaceId, person, cookies: [session, knownBrowserCookie(parts, visitor.cookieHeader, email)] }
  })
}

interface Joining {
  readonly person: Person
  readonly invitation: Invitation
  readonly isSignedIn: boolean
  readonly passwordHash: string | undefined
}

/** Adds the person, as an action of their own; a new person gets the password. */
async function addInvited(
  tx: Transaction,
  { clock }: AcceptParts,
  { person: { personId: id, name }, invitation, isSignedIn, passwordHash }: Joining,
): Promise<void> {
  const { invitationId, role } = invitation
  const { workspaceId } = tx
  const itself = { type: 'user', id, userId: id, name, workspaceId, role } as const
  const withPerson = async (_tx: Transaction, { isNew }: { isNew: boolean }) => {
    // The account may have been created a moment ago.
    if (!isSignedIn && !isNew) throw conflict('invitation.sign_in_first')
    if (!isNew || passwordHash === undefined) return
    await savePasswordHash(tx, newId(), id, passwordHash, clock.now().toISOString())
    await setAddressProof(tx, id, 'link')
  }
  const actor = { ...itself, scope: 'write', siteIds: null } as const
  const origin = { personId: invitationId, invitationId }
  await addMemberIn(tx, clock, actor, { ...invitation, name }, withPerson, origin)
}

function invitationToken({ token }: InvitedVisitor): LinkToken {
  return { token, purpose: 'invitation' }
}

function sessionOf({ signedIn }: InvitedVisitor, { email }: Invitation): OpenedInvitation['signedInAs'] {
  if (!signedIn) return 'nobody'
  return signedIn.email === email ? 'invited' : 'other'
}

function linkIsVoid(): ApiError {
  return unusableValue('token', because('invitation.is_void'))
}

function conflict(key: 'invitation.other_person' | 'invitation.sign_in_first'): ApiError {
  return new ApiError('CONFLICT', { reason: because(key) })
}

function passwordMissing(): ApiError {
  return validationError([{ loc: ['body', 'password'], type: 'missing', reason: because('field.missing') }])
}
