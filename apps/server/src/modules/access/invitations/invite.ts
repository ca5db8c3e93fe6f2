import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { ApiError, invalidField, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries, type EntryDraft } from '../../ledger/index.ts'
import { invitationPayload } from '../ledger-payload.ts'
import { makeOneTimeToken } from '../one-time-links/one-time-token.ts'
import type { NewMember } from '../people/add-member.ts'
import { isEmailAddress } from '../people/email-address.ts'
import { findMember } from '../people-store.ts'
import { requireSites } from '../require-sites.ts'
import {
  deleteInvitationLink,
  insertInvitation,
  lockOpenInvitation,
  replaceInvitationLink,
  updateInvitation,
  type Invitation,
} from './invitation-store.ts'

interface Parts {
  readonly db: Database
  readonly clock: Clock
}

/** How long the link of an invitation is good. */
const INVITATION_LINK_MS = 72 * 60 * 60 * 1000

/** An invitation with the token of its link, which is returned only here. */
export interface IssuedInvitation {
  readonly invitation: Invitation
  readonly token: string
}

/**
 * Offers a membership to an address. Nothing of what is done or returned depends on whether the address has an account
 * elsewhere; the name is that which the inviting person has given.
 * @throws 422 for an address without form or unknown sites; 409 CONFLICT for a member or somebody invited already
 */
export async function invite(
  { db, clock }: Parts,
  actor: Actor,
  input: NewMember,
): Promise<IssuedInvitation> {
  if (!isEmailAddress(input.email)) throw invalidField('email', because('field.email'))
  const { name, role, siteIds, accessEndsAt } = input
  const invitation = {
    invitationId: newId(),
    email: input.email.toLowerCase(),
    name,
    role,
    siteIds,
    accessEndsAt,
  }
  return db.transaction(actor.workspaceId, async (tx) => {
    await requireSites(tx, siteIds)
    if (await findMember(tx, invitation.email)) throw belongsAlready('person.belongs_already')
    const at = await enter(tx, clock, actor, invitation.invitationId, {
      kind: 'invitation.created',
      payload: invitationPayload.write(invitation),
    })
    if (!(await insertInvitation(tx, invitation, at))) throw belongsAlready('person.invited_already')
    return issueLink(tx, invitation, at)
  })
}

/**
 * Makes another link of an invitation in place of the one before.
 * @throws 404 NOT_FOUND for one that waits no longer
 */
export async function renewInvitation(
  { db, clock }: Parts,
  actor: Actor,
  invitationId: string,
): Promise<IssuedInvitation> {
  return db.transaction(actor.workspaceId, async (tx) => {
    const invitation = await requireOpen(tx, invitationId)
    const at = await enter(tx, clock, actor, invitationId, { kind: 'invitation.renewed', payload: {} })
    await updateInvitation(tx, invitationId, 'open', at)
    return issueLink(tx, invitation, at)
  })
}

/**
 * Takes an invitation back: its link opens nothing any more.
 * @throws 404 NOT_FOUND for one that waits no longer
 */
export async function withdrawInvitation(
  { db, clock }: Parts,
  actor: Actor,
  invitationId: string,
): Promise<Invitation> {
  return db.transaction(actor.workspaceId, (tx) => withdrawInvitationIn(tx, clock, actor, invitationId))
}

/** The same in a transaction that does more. */
export async function withdrawInvitationIn(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  invitationId: string,
): Promise<Invitation> {
  const invitation = await requireOpen(tx, invitationId)
  const at = await enter(tx, clock, actor, invitationId, { kind: 'invitation.withdrawn', payload: {} })
  await updateInvitation(tx, invitationId, 'withdrawn', at)
  await deleteInvitationLink(tx, invitationId)
  return { ...invitation, linkExpiresAt: null }
}

async function requireOpen(tx: Transaction, invitationId: string): Promise<Invitation> {
  const invitation = await lockOpenInvitation(tx, invitationId)
  if (!invitation) throw notFound()
  return invitation
}

/** Enters what happens to an invitation; returns the instant. */
async function enter(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  invitationId: string,
  draft: Pick<EntryDraft, 'kind' | 'payload'>,
): Promise<string> {
  const subject = { type: 'invitation', id: invitationId } as const
  const [{ at }] = await appendEntries(tx, clock, actor, [{ ...draft, subject }])
  return at
}

async function issueLink(
  tx: Transaction,
  invitation: Omit<Invitation, 'linkExpiresAt'>,
  at: string,
): Promise<IssuedInvitation> {
  const { token, hash } = makeOneTimeToken()
  const expiresAt = new Date(Date.parse(at) + INVITATION_LINK_MS).toISOString()
  const { invitationId, email } = invitation
  await replaceInvitationLink(tx, { hash, invitationId, email, expiresAt }, at)
  return { invitation: { ...invitation, linkExpiresAt: expiresAt }, token }
}

function belongsAlready(key: 'person.belongs_already' | 'person.invited_already'): ApiError {
  return new ApiError('CONFLICT', { reason: because(key), details: { field: 'email' } })
}
