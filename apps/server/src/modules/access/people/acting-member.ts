import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findWorkspace } from '../../workspaces/index.ts'
import type { Caller } from '../caller.ts'
import { findMember } from '../people-store.ts'

/**
 * A person as the caller of work that goes on without them, with the rights that they have at this moment.
 * @throws 403 FORBIDDEN when the person is no longer an active member, or may not write
 */
export async function actingMember(
  { db, clock }: { db: Database; clock: Clock },
  workspaceId: string,
  personId: string,
): Promise<Caller> {
  const queries = db.in(workspaceId)
  const [member, workspace] = await Promise.all([findMember(queries, personId), findWorkspace(queries)])
  const hasEnded = member?.accessEndsAt != null && Date.parse(member.accessEndsAt) <= clock.now().getTime()
  if (!member?.isActive || !workspace || hasEnded || member.role === 'auditor')
    throw new ApiError('FORBIDDEN')
  const { name, role, siteIds } = member
  return {
    type: 'user',
    id: personId,
    userId: personId,
    name,
    workspaceId,
    role,
    scope: 'write',
    siteIds,
    workspace,
  }
}
