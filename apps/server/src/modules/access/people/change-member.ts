import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import { violatedUnique, type Database, type Transaction } from '../../../platform/db/index.ts'
import { ApiError, invalidField, notFound } from '../../../platform/errors.ts'
import { appendEntries, type CanonicalValue, type EntryDraft } from '../../ledger/index.ts'
import { isEmailAddress } from './email-address.ts'
import {
  activeMemberships,
  listMembers,
  updateMembership,
  updatePerson,
  type Member,
  type Membership,
} from '../people-store.ts'
import { lockCredentials, recordedCredentials } from '../credentials-store.ts'
import { requireOwnPerson } from './require-own-person.ts'
import { requireSites } from '../require-sites.ts'
import { deleteSessionsOf } from '../sessions/ended-session-store.ts'

/** A change of a membership; undefined leaves a member unchanged. */
export type MembershipChange = {
  [Field in 'role' | 'siteIds' | 'accessEndsAt' | 'isActive']?: Membership[Field] | undefined
}

/** A change of a member: the membership, and the person's own name and address. */
export type MemberChange = MembershipChange & { email?: string | undefined; name?: string | undefined }

/** Names in the ledger of the changeable members of a membership and a person. */
const MEMBERSHIP_NAMES = {
  role: 'role',
  siteIds: 'site_ids',
  accessEndsAt: 'access_ends_at',
  isActive: 'is_active',
} as const
const PERSON_NAMES = { email: 'email', name: 'name' } as const

/**
 * Changes what a member may do, or the person's name and address. Keys and sessions of the person follow immediately,
 * because every request reads the membership.
 * @throws 404 NOT_FOUND; 422 for unknown sites or a malformed address; 409 CONFLICT if no active admin of all sites
 * would be left, if the address is another person's, or for the name or address of a person who also belongs to
 * another workspace
 */
export async function changeMember(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  personId: string,
  { email, ...change }: MemberChange,
): Promise<Member> {
  if (email !== undefined && !isEmailAddress(email)) throw invalidField('email', because('field.email'))
  return refusingTakenAddress(
    db.transaction(actor.workspaceId, async (tx) => {
      // All of them, so that two admins cannot demote each other concurrently.
      const members = await listMembers(tx, { lock: true })
      const before = members.find((member) => member.personId === personId)
      if (!before) throw notFound()
      const sent = Object.entries({ ...change, email: email?.toLowerCase() })
      const after: Member = {
        ...before,
        ...Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
      }
      await requireSites(tx, after.siteIds)
      if (isInCharge(before)) requireAnAdmin(members.filter((member) => member !== before).concat(after))
      return write(tx, clock, actor, before, after)
    }),
  )
}

async function write(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  before: Member,
  after: Member,
): Promise<Member> {
  const ofPerson = changesBetween(before, after, PERSON_NAMES)
  const ofMembership = changesBetween(before, after, MEMBERSHIP_NAMES)
  if (ofPerson) await requireOwnPerson(tx, after.personId)
  // Before the head of the ledger, in the lock order of all changes of credentials.
  await lockCredentials(tx, after.personId)
  const subject = { type: 'user', id: after.personId } as const
  const drafts: EntryDraft[] = []
  if (ofPerson) drafts.push({ kind: 'user.updated', subject, payload: { changes: ofPerson } })
  if (ofMembership) {
    const credentials =
      after.isActive && !before.isActive ? await recordedCredentials(tx, after.personId) : {}
    const payload = { changes: ofMembership, ...credentials }
    drafts.push({ kind: membershipKind(before, after), subject, payload })
  }
  if (drafts.length === 0) return before
  const { at } = (await appendEntries(tx, clock, actor, drafts))[0]!
  if (ofPerson) await updatePerson(tx, after, at)
  if (ofMembership) await updateMembership(tx, after, at)
  if (!after.isActive) await endSessionsOfNobody(tx, after.personId)
  return after
}

/** Signs out a person who no longer belongs to any workspace; others keep working elsewhere. */
export async function endSessionsOfNobody(tx: Transaction, personId: string): Promise<void> {
  if ((await activeMemberships(tx, personId)).length === 0) await deleteSessionsOf(tx, personId)
}

/** Whether a member decides on the whole workspace; an admin limited to sites changes no rights. */
function isInCharge({ role, isActive, siteIds }: Member): boolean {
  return role === 'admin' && isActive && siteIds === null
}

function requireAnAdmin(members: readonly Member[]): void {
  if (members.some(isInCharge)) return
  throw new ApiError('CONFLICT', {
    reason: because('access.last_admin'),
  })
}

function membershipKind(before: Member, after: Member) {
  if (before.isActive === after.isActive) return 'membership.updated'
  return after.isActive ? 'membership.reactivated' : 'membership.deactivated'
}

function changesBetween<Field extends keyof Member>(
  before: Member,
  after: Member,
  names: Readonly<Record<Field, string>>,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> | undefined {
  const fields = (Object.keys(names) as Field[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (fields.length === 0) return undefined
  return Object.fromEntries(
    fields.map((field) => [names[field], { before: before[field], after: after[field] }]),
  )
}

async function refusingTakenAddress<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (violatedUnique(error) !== 'people_email_key') throw error
    throw new ApiError('CONFLICT', {
      reason: because('person.address_taken'),
      details: { field: 'email' },
      cause: error,
    })
  }
}
