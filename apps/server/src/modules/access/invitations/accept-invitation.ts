import { because } from '@plumbline/contract'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { ApiError, unusableValue, validationError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { findWorkspace } from '../../workspaces/index.ts'
import { enterPersonalChange } from '../enter-personal-change.ts'
import { hashOneTimeToken } from '../one-time-links/one-time-token.ts'
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
import { knownBrowserCookie } from '../sessions/known-browser.ts'
import { startSession, type SessionParts } from '../sessions/start-session.ts'
import {
  findInvitationLink,
  lockOpenInvitation,
  takeInvitationLink,
  type Invitation,
} from './invitation-store.ts'

/** What accepting works with. */
export interface AcceptParts extends SessionParts {
  readonly db: Database
  readonly secrets: Secrets
}

/** Who opens the link of an invitation, from where. */
export interface InvitedVisitor extends OpenedLink {
  readonly userAgent: string
  readonly cookieHeader: string | undefined
  /** Who is signed in on this browser. */
  readonly signedIn: Person | undefined
}

/** An invitation as the holder of the link sees it. It does not say whether the address has an account. */
export interface OpenedInvitation {
  readonly invitation: Invitation
  readonly workspaceId: string
  readonly workspaceName: string
  readonly linkExpiresAt: string
  /** Whose session the browser has. */
  readonly signedInAs: 'nobody' | 'invited' | 'other'
  /** Whether accepting asks for a new password. */
  readonly needsPassword: boolean
}

/**
 * The invitation of a link.
 * @throws 422 INVALID_REQUEST naming `token` for a link that was used, replaced, withdrawn or has expired; 429
 * RATE_LIMITED after too many of those
 */
export async function openInvitation(parts: AcceptParts, visitor: InvitedVisitor): Promise<OpenedInvitation> {
  const { db, clock } = parts
  const hash = hashOneTimeToken(visitor.token)
  let link: Awaited<ReturnType<typeof findInvitationLink>>
  await tryPassword(parts, linkBuckets(visitor.address), async () => {
    link = await findInvitationLink(db.global, hash, clock.sqlNow())
    return link !== undefined
  })
  if (!link) throw linkIsVoid()
  const { workspaceId, invitationId, expiresAt } = link
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

/** Whether others than the person may hold a password of the account: only a provider has vouched for the person. */
async function isShared({ db }: AcceptParts, { signedIn }: InvitedVisitor): Promise<boolean> {
  return (await addressProofOf(db.global, signedIn!.personId)) !== 'provider'
}

/** What came of accepting: who belongs to the workspace now, and the Set-Cookie lines of a new session. */
export interface AcceptedInvitation {
  readonly workspaceId: string
  readonly person: Person
  readonly cookies: readonly string[]
}

/**
 * Makes the invited person a member and uses the link up. An address without an account gets one, with the password
 * that was chosen. The person of an account accepts signed in, and chooses a new password unless an identity provider
 * has vouched for them: what else signs in to the account ends, since people of another workspace may hold it.
 * @throws as openInvitation; 409 CONFLICT where the address has an account and nobody or somebody else is signed in; 422
 * VALIDATION_ERROR naming `password` when it is missing or easily guessed
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

/** Makes the membership, and begins a session where a password was chosen. */
async function join(
  parts: AcceptParts,
  visitor: InvitedVisitor,
  { invitation, workspaceId }: OpenedInvitation,
  passwordHash: string | undefined,
): Promise<AcceptedInvitation> {
  const { invitationId, email } = invitation
  return parts.db.transaction(workspaceId, async (tx) => {
    const isOpen = await lockOpenInvitation(tx, invitationId)
    if (!isOpen || !(await takeInvitationLink(tx, hashOneTimeToken(visitor.token)))) throw linkIsVoid()
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

/** Adds the person, who does so themselves; one who is new gets the password. */
async function addInvited(
  tx: Transaction,
  { clock }: AcceptParts,
  { person: { personId: id, name }, invitation, isSignedIn, passwordHash }: Joining,
): Promise<void> {
  const { invitationId, role } = invitation
  const { workspaceId } = tx
  const itself = { type: 'user', id, userId: id, name, workspaceId, role } as const
  const withPerson = async (_tx: Transaction, { isNew }: { isNew: boolean }) => {
    // Somebody may have made the account just now.
    if (!isSignedIn && !isNew) throw conflict('invitation.sign_in_first')
    if (!isNew || passwordHash === undefined) return
    await savePasswordHash(tx, newId(), id, passwordHash, clock.now().toISOString())
    await setAddressProof(tx, id, 'link')
  }
  const actor = { ...itself, scope: 'write', siteIds: null } as const
  const origin = { personId: invitationId, invitationId }
  await addMemberIn(tx, clock, actor, { ...invitation, name }, withPerson, origin)
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
