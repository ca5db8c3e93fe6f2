import type { Clock } from '../../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findWorkspace, type Workspace } from '../../workspaces/index.ts'
import type { Caller } from '../caller.ts'
import { findMember } from '../people-store.ts'
import { findServiceAccount } from '../service-accounts/service-account-store.ts'

/**
 * A person or service account as the caller of work that goes on without them, with the rights that they have at this moment.
 * @throws 403 FORBIDDEN when they are no longer active in the workspace, or may not write
 */
export async function actingMember(
  { db, clock }: { db: Database; clock: Clock },
  workspaceId: string,
  personId: string,
): Promise<Caller> {
  const queries = db.in(workspaceId)
  const [member, workspace] = await Promise.all([findMember(queries, personId), findWorkspace(queries)])
  if (!member && workspace) return actingAccount(queries, workspace, personId)
  const hasEnded = member?.accessEndsAt != null && Date.parse(member.accessEndsAt) <= clock.now().getTime()
  if (!member?.isActive || !workspace || hasEnded || member.role === 'auditor')
    throw new ApiError('FORBIDDEN')
  return actingAs(personId, member, workspace)
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
