import { because, type ApprovalObstacle } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError } from '../../../platform/errors.ts'
import { listMembers, type Caller } from '../../access/index.ts'
import { isDecider } from '../lock-record.ts'
import type { CalibrationRow } from '../record.ts'
import type { PolicyInForce } from './policy-in-force.ts'
import { findKeyMakers, findTakenRights, type TakenRight } from './policy-store.ts'

/**
 * Four-eyes rule: under review, users may not approve what they performed or entered themselves, unless there is no
 * other admin or manager. A record entered with an API key also counts as entered by the person who created the key.
 * @throws 403 FORBIDDEN
 */
export async function requireOtherPerformer(
  queries: WorkspaceQueries,
  caller: Caller,
  row: CalibrationRow,
  policy: PolicyInForce,
): Promise<void> {
  const [obstacle] = await approvalObstaclesOf(queries, caller, [row], [policy])
  if (obstacle !== 'own_record') return
  throw new ApiError('FORBIDDEN', {
    reason: because('calibration.own_work'),
  })
}

/** Returns why the caller may not approve each of the given records, in order; null if the caller may. */
export async function approvalObstaclesOf(
  queries: WorkspaceQueries,
  caller: Caller,
  rows: readonly CalibrationRow[],
  policies: readonly PolicyInForce[],
): Promise<(ApprovalObstacle | null)[]> {
  if (!isDecider(caller)) return rows.map(() => 'role')
  const keyMakers = await findKeyMakers(
    queries,
    rows.map(({ ledgerIndex }) => ledgerIndex),
  )
  const needOther = rows.map(
    (row, index) => policies[index]!.review && isOwn(caller, row, keyMakers.get(row.ledgerIndex)),
  )
  if (!needOther.includes(true)) return rows.map(() => null)
  const first = Math.min(...rows.map(({ ledgerIndex }) => ledgerIndex))
  const others = await othersWhoDecide(queries, caller, first)
  return rows.map((row, index) => (needOther[index] && others.since(row.ledgerIndex) ? 'own_record' : null))
}

function isOwn(
  { userId }: Caller,
  { performedByPersonId, enteredByPersonId }: CalibrationRow,
  keyMaker: string | undefined,
): boolean {
  return userId !== null && [performedByPersonId, enteredByPersonId, keyMaker].includes(userId)
}

/**
 * Whether anyone else can decide on records. A person from whom the caller removed that right after a record was
 * entered still counts for that record; otherwise one admin could replace the second person with two actions of their
 * own.
 */
async function othersWhoDecide(
  queries: WorkspaceQueries,
  { userId }: Caller,
  first: number,
): Promise<{ since: (ledgerIndex: number) => boolean }> {
  const [members, taken] = await Promise.all([
    listMembers(queries),
    userId === null ? [] : findTakenRights(queries, userId, first),
  ])
  const isThere = members.some(
    ({ personId, isActive, role }) => personId !== userId && isActive && isDecider({ role }),
  )
  const ended = taken.filter(wasDecider).map(({ index }) => index)
  return { since: (ledgerIndex) => isThere || ended.some((index) => index > ledgerIndex) }
}

function wasDecider({ role, payload }: TakenRight): boolean {
  const { changes = {} } = JSON.parse(payload) as { changes?: { role?: { before: string } } }
  const before = changes.role?.before ?? role
  return before === 'admin' || before === 'manager'
}
