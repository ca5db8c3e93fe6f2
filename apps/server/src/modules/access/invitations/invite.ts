import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { ApiError, invalidField, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { appendEntries, type EntryDraft } from '../../ledger/index.ts'
import { invitationPayload } from '../ledger-payload.ts'
import { issueLink } from '../one-time-links/issue-link.ts'
import { deleteInvitationLink } from '../one-time-links/one-time-link-store.ts'
import type { NewMember } from '../people/add-member.ts'
import { isEmailAddress } from '../people/email-address.ts'
import { findMember } from '../people-store.ts'
import { requireSites } from '../require-sites.ts'
import {
  insertInvitation,
  lockOpenInvitation,
  updateInvitation,
  type Invitation,
} from './invitation-store.ts'

interface Parts {
  readonly db: Database
  readonly clock: Clock
}

/** An invitation with the token of its link, which is returned only here. */
export interface IssuedInvitation {
  readonly invitation: Invitation
  readonly token: string
}

/**
 * Offers a membership to an address. Neither the effects nor the return value depend on whether the address has an
 * account elsewhere; the name is as entered by the person who invites.
 * @throws 422 for a malformed address or unknown sites; 409 CONFLICT for a member or somebody already invited
 */
export async function invite(
  { db, clock, secrets }: Parts & { readonly secrets: Secrets },
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
    return withNewLink(tx, secrets, invitation, at)
  })
}

/**
 * Creates a new link for an invitation, replacing the previous one.
 * @throws 404 NOT_FOUND for one that is no longer pending
 */
export async function renewInvitation(
  { db, clock, secrets }: Parts & { readonly secrets: Secrets },
  actor: Actor,
  invitationId: string,
): Promise<IssuedInvitation> {
  return db.transaction(actor.workspaceId, async (tx) => {
    const invitation = await requireOpen(tx, invitationId)
    const at = await enter(tx, clock, actor, invitationId, { kind: 'invitation.renewed', payload: {} })
    await updateInvitation(tx, invitationId, 'open', at)
    return withNewLink(tx, secrets, invitation, at)
  })
}

/** Withdraws an invitation and invalidates its link. @throws 404 NOT_FOUND for one that is no longer pending */
export async function withdrawInvitation(
  { db, clock }: Parts,
  actor: Actor,
  invitationId: string,
): Promise<Invitation> {
  return db.transaction(actor.workspaceId, (tx) => withdrawInvitationIn(tx, clock, actor, invitationId))
}

/** Like `withdrawInvitation`, within a transaction that does more. */
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

/** Records a change of an invitation in the ledger; returns the instant. */
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

async function withNewLink(
  tx: Transaction,
  secrets: Secrets,
  invitation: Omit<Invitation, 'linkExpiresAt'>,
  at: string,
): Promise<IssuedInvitation> {
  const { invitationId, email } = invitation
  const use = { purpose: 'invitation', invitationId, email } as const
  const { token, expiresAt: linkExpiresAt } = await issueLink(tx, secrets, use, at)
  return { invitation: { ...invitation, linkExpiresAt }, token }
}

function belongsAlready(key: 'person.belongs_already' | 'person.invited_already'): ApiError {
  return new ApiError('CONFLICT', { reason: because(key), details: { field: 'email' } })
}
