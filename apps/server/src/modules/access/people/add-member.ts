import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { ApiError, invalidField } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries } from '../../ledger/index.ts'
import { isEmailAddress } from './email-address.ts'
import { updateInvitation } from '../invitations/invitation-store.ts'
import { recordedCredentials } from '../credentials-store.ts'
import { membershipPayload } from '../ledger-payload.ts'
import { requireSites } from '../require-sites.ts'
import { ensurePerson, findMember, insertMembership, type Member, type Membership } from '../people-store.ts'

/** A person to be made a member. */
export type NewMember = { email: string; name: string } & Pick<
  Membership,
  'role' | 'siteIds' | 'accessEndsAt'
>

/** The origin of a new member. */
export interface MemberOrigin {
  /** The ID for a person to be created. */
  readonly personId?: string
  /** The invitation that was accepted. */
  readonly invitationId?: string
}

/** Additional writes for a new member, such as a password. */
type WithPerson = (tx: Transaction, person: { personId: string; isNew: boolean }) => Promise<void>

/**
 * Makes a person a member of the workspace. A known address keeps its person and name and only gains a membership.
 * @param withPerson runs in the same transaction
 * @throws 422 for a malformed address or unknown sites; 409 CONFLICT if already a member
 */
export async function addMember(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  input: NewMember,
  withPerson?: WithPerson,
): Promise<Member> {
  return db.transaction(actor.workspaceId, (tx) => addMemberIn(tx, clock, actor, input, withPerson))
}

/** Like `addMember`, within a transaction that does more. */
export async function addMemberIn(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  input: NewMember,
  withPerson: WithPerson = async () => {},
  origin: MemberOrigin = {},
): Promise<Member> {
  if (!isEmailAddress(input.email)) throw invalidField('email', because('field.email'))
  await requireSites(tx, input.siteIds)
  const at = clock.now().toISOString()
  const personId = origin.personId ?? newId()
  const person = await ensurePerson(tx, { personId, email: input.email, name: input.name }, at)
  const membership = { ...input, ...person, isActive: true }
  if (!(await insertMembership(tx, membership, at))) {
    throw new ApiError('CONFLICT', {
      reason: because('person.belongs_already'),
      details: { field: 'email' },
    })
  }
  await withPerson(tx, { personId: person.personId, isNew: person.personId === personId })
  const [entry] = await appendEntries(tx, clock, actor, [
    {
      kind: 'membership.created',
      subject: { type: 'user', id: person.personId },
      payload: {
        ...membershipPayload.write({ ...input, email: person.email, name: person.name }),
        // The row was written first: its instant is before the entry's.
        created_at: at,
        ...(await recordedCredentials(tx, person.personId)),
        ...(origin.invitationId !== undefined && { invitation_id: origin.invitationId }),
      },
    },
  ])
  if (origin.invitationId !== undefined) {
    await updateInvitation(tx, origin.invitationId, 'accepted', entry.at)
  }
  const member = await findMember(tx, person.personId)
  if (!member) throw new Error('a member vanished while being added')
  return member
}
