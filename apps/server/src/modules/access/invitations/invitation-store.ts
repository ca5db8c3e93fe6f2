import type { Role } from '@plumbline/contract'
import { sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** A membership that was offered and has not been accepted yet. */
export interface Invitation {
  invitationId: string
  email: string
  /** As entered by the person who invites. */
  name: string
  role: Role
  siteIds: string[] | null
  accessEndsAt: string | null
  /** Until when its link is valid; null if it no longer is. */
  linkExpiresAt: string | null
}

const columns = sql`
  invitation_id as "invitationId", email, name, role, site_ids as "siteIds", access_ends_at as "accessEndsAt"`

const links = sql`select invitation_id as "invitationId", expires_at as "expiresAt" from one_time_links`

type Link = { readonly invitationId: string; readonly expiresAt: string }

/** Returns pending invitations, by name. */
export async function listOpenInvitations(queries: WorkspaceQueries): Promise<Invitation[]> {
  return withLinks(
    await queries.batch([
      sql`
        select ${columns} from invitations
        where workspace_id = ${queries.workspaceId} and state = 'open'
        order by name, invitation_id`,
      sql`${links} where workspace_id = ${queries.workspaceId} and purpose = 'invitation'`,
    ]),
  )
}

/** Returns a pending invitation, locked until the transaction ends. */
export async function lockOpenInvitation(
  tx: Transaction,
  invitationId: string,
): Promise<Invitation | undefined> {
  const [invitation] = withLinks(
    await tx.batch([
      sql`
        select ${columns} from invitations
        where workspace_id = ${tx.workspaceId} and invitation_id = ${invitationId} and state = 'open'
        for no key update`,
      sql`${links} where workspace_id = ${tx.workspaceId} and invitation_id = ${invitationId}`,
    ]),
  )
  return invitation
}

/** Invitations with the expiry of their links, which are not in the tables of a workspace: they are looked up without one. */
function withLinks([invitations, found]: unknown[][]): Invitation[] {
  const expiries = new Map((found as Link[]).map((link) => [link.invitationId, link.expiresAt]))
  return (invitations as Omit<Invitation, 'linkExpiresAt'>[]).map((invitation) => ({
    ...invitation,
    linkExpiresAt: expiries.get(invitation.invitationId) ?? null,
  }))
}

/** Returns false if the address is already invited. */
export async function insertInvitation(
  tx: Transaction,
  invitation: Omit<Invitation, 'linkExpiresAt'>,
  at: string,
): Promise<boolean> {
  const { invitationId, email, name, role, siteIds, accessEndsAt } = invitation
  const rows = await tx.rows(sql`
    insert into invitations (
      workspace_id, invitation_id, email, name, role, site_ids, access_ends_at, state, created_at, updated_at
    ) values (
      ${tx.workspaceId}, ${invitationId}, ${email}, ${name}, ${role}, ${siteIds}::uuid[], ${accessEndsAt}, 'open',
      ${at}, ${at}
    )
    on conflict do nothing
    returning invitation_id`)
  return rows.length === 1
}

/** Records a new link of an invitation, or its outcome. */
export async function updateInvitation(
  tx: Transaction,
  invitationId: string,
  state: 'open' | 'accepted' | 'withdrawn',
  at: string,
): Promise<void> {
  await tx.rows(sql`
    update invitations set state = ${state}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and invitation_id = ${invitationId}`)
}
