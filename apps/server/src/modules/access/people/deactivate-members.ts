import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { appendEntries } from '../../ledger/index.ts'
import { endSessionsOfNobody } from './change-member.ts'
import { listOpenInvitations } from '../invitations/invitation-store.ts'
import { withdrawInvitationIn } from '../invitations/invite.ts'
import { listMembers, updateMembership } from '../people-store.ts'

/**
 * Deactivates every member of a workspace that goes out of use, and withdraws its invitations; neither sessions nor
 * keys give access to it any more. People who belong to no other workspace are signed out.
 * @param reason the reason recorded in the ledger
 */
export async function deactivateMembers(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  reason: string,
): Promise<void> {
  const members = (await listMembers(tx, { lock: true })).filter(({ isActive }) => isActive)
  const entries = await appendEntries(
    tx,
    clock,
    actor,
    members.map(({ personId }) => ({
      kind: 'membership.deactivated' as const,
      subject: { type: 'user' as const, id: personId },
      payload: { changes: { is_active: { before: true, after: false } }, reason },
    })),
  )
  for (const { invitationId } of await listOpenInvitations(tx)) {
    await withdrawInvitationIn(tx, clock, actor, invitationId)
  }
  for (const [index, member] of members.entries()) {
    await updateMembership(tx, { ...member, isActive: false }, entries[index]!.at)
    await endSessionsOfNobody(tx, member.personId)
  }
}
