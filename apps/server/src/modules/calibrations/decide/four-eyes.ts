import { because, type ApprovalObstacle } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { listMembers, type Caller } from '../../access/index.ts'
import { isDecider } from '../lock-record.ts'
import type { CalibrationRow } from '../record.ts'

/**
 * Four eyes: where the policy is `review`, nobody approves what they performed or entered themselves, unless
 * there is no other admin or manager.
 * @throws 403 FORBIDDEN
 */
export async function requireOtherPerformer(
  queries: WorkspaceQueries,
  caller: Caller,
  row: CalibrationRow,
): Promise<void> {
  if (!isOwn(caller, row) || (await mayApproveOwn(queries, caller))) return
  throw new ApiError('FORBIDDEN', {
    reason: because('calibration.own_work'),
  })
}

/** Why the caller may not approve each of some records, null where they may; in the order of the records. */
export async function approvalObstaclesOf(
  queries: WorkspaceQueries,
  caller: Caller,
  rows: readonly CalibrationRow[],
): Promise<(ApprovalObstacle | null)[]> {
  if (!isDecider(caller)) return rows.map(() => 'role')
  if (!rows.some((row) => isOwn(caller, row)) || (await mayApproveOwn(queries, caller)))
    return rows.map(() => null)
  return rows.map((row) => (isOwn(caller, row) ? 'own_record' : null))
}

function isOwn({ userId }: Caller, { performedByPersonId, enteredByPersonId }: CalibrationRow): boolean {
  return userId !== null && (performedByPersonId === userId || enteredByPersonId === userId)
}

async function mayApproveOwn(queries: WorkspaceQueries, caller: Caller): Promise<boolean> {
  if (caller.workspace.approvalPolicy !== 'review') return true
  const members = await listMembers(queries)
  return !members.some(
    ({ personId, isActive, role }) => personId !== caller.userId && isActive && isDecider({ role }),
  )
}
