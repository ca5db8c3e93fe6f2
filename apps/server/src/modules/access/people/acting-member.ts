import type { Clock } from '../../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findWorkspace, type Workspace } from '../../workspaces/index.ts'
import type { Caller } from '../caller.ts'
import { findMember } from '../people-store.ts'
import { findServiceAccount } from '../service-accounts/service-account-store.ts'

/**
 * Returns a person or service account as the caller of work that continues without them, with their current rights.
 * @throws 403 FORBIDDEN if they are no longer active in the workspace, or may not write
 */
export async function actingMember(
  { db, clock }: { db: Database; clock: Clock },
  workspaceId: string,
  personId: string,
): Promise<Caller> {
  const queries = db.in(workspaceId)
  const [member, workspace] = await Promise.all([findMember(queries, personId), findWorkspace(queries)])
  if (!member && workspace) return actingAccount(queries, workspace, personId)
  if (!member?.isActive || !workspace || hasEnded(member, clock.now()) || member.role === 'auditor')
    throw new ApiError('FORBIDDEN')
  return actingAs(personId, member, workspace)
}

/**
 * Returns a person as the caller of reads made for them in their absence, with their current access; undefined if
 * they are no longer in the workspace.
 */
export async function readingMember(
  { db, clock }: { db: Database; clock: Clock },
  workspaceId: string,
  personId: string,
): Promise<(Caller & { readonly workspace: Workspace }) | undefined> {
  const queries = db.in(workspaceId)
  const [member, workspace] = await Promise.all([findMember(queries, personId), findWorkspace(queries)])
  if (!member?.isActive || !workspace || hasEnded(member, clock.now())) return undefined
  return { ...actingAs(personId, member, workspace), scope: 'read', workspace }
}

function hasEnded({ accessEndsAt }: { accessEndsAt: string | null }, now: Date): boolean {
  return accessEndsAt !== null && Date.parse(accessEndsAt) <= now.getTime()
}

async function actingAccount(
  queries: WorkspaceQueries,
  workspace: Workspace,
  accountId: string,
): Promise<Caller> {
  const account = await findServiceAccount(queries, accountId)
  if (!account?.isActive) throw new ApiError('FORBIDDEN')
  return actingAs(accountId, account, workspace)
}

function actingAs(
  id: string,
  { name, role, siteIds }: Pick<Caller, 'name' | 'role' | 'siteIds'>,
  workspace: Workspace,
): Caller {
  const { workspaceId } = workspace
  return { type: 'user', id, userId: id, name, workspaceId, role, scope: 'write', siteIds, workspace }
}
