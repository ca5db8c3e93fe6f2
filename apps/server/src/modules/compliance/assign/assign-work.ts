import { because, type WorkAssignment } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { ApiError, invalidField, notFound } from '../../../platform/errors.ts'
import { actingMember, reachesSite, type Caller } from '../../access/index.ts'
import type { WorklistDeps } from '../list-due.ts'
import { deleteAssignments, lockAssignable, putAssignments, type Assignable } from './assignment-store.ts'

/** An instrument whose next calibration was assigned. */
export type AssignedInstrument = Omit<Assignable, 'assigneeId'>

/** Work that one person assigned to another who did not have it before. */
export interface AssignedWork {
  readonly assigneeId: string
  /** Who assigned it, as printed. */
  readonly by: string
  /** A day of the instruments' sites; null: no particular day. */
  readonly plannedFor: string | null
  readonly instruments: readonly AssignedInstrument[]
}

/** Dependencies of assigning. */
export interface AssignParts extends WorklistDeps {
  /** Called in the transaction that assigns work to a person other than the one who assigns it. */
  readonly onAssigned: (tx: Transaction, work: AssignedWork) => Promise<void>
}

/**
 * Assigns the next calibration of instruments to a person and a day, or unassigns it: all of them or none.
 * @returns the number of instruments
 * @throws 404 NOT_FOUND if one of them is retired or outside the caller's reach; 403 FORBIDDEN if a technician
 * changes the work of others; 422 VALIDATION_ERROR for a person who may not calibrate there
 */
export async function assignWork(
  { db, clock, onAssigned }: AssignParts,
  caller: Caller,
  { instrument_ids: ids, assignee_id: assigneeId, planned_for: plannedFor = null }: WorkAssignment,
): Promise<number> {
  const assignee = assigneeId === null ? null : await assigneeOf({ db, clock }, caller, assigneeId)
  return db.transaction(caller.workspaceId, async (tx) => {
    const work = await lockAssignable(tx, ids)
    if (work.length < ids.length || work.some(({ siteId }) => !reachesSite(caller, siteId))) throw notFound()
    if (caller.role === 'technician') requireOwn(caller, assigneeId, work)
    if (assignee === null) await deleteAssignments(tx, ids)
    else {
      if (work.some(({ siteId }) => !reachesSite(assignee, siteId))) throw notAssignable()
      const at = clock.now().toISOString()
      await putAssignments(tx, ids, { assigneeId: assignee.id, plannedFor, by: caller.id, at })
      const instruments = work.filter((one) => one.assigneeId !== assignee.id)
      if (assignee.id !== caller.id && instruments.length > 0) {
        await onAssigned(tx, { assigneeId: assignee.id, by: caller.name, plannedFor, instruments })
      }
    }
    return work.length
  })
}

/** Returns the person with their current rights. */
async function assigneeOf(deps: WorklistDeps, caller: Caller, assigneeId: string): Promise<Caller> {
  try {
    return await actingMember(deps, caller.workspaceId, assigneeId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') throw notAssignable()
    throw error
  }
}

/** A technician may take unassigned work, and return their own. */
function requireOwn(caller: Caller, assigneeId: string | null, work: readonly Assignable[]): void {
  const isForSelf = assigneeId === null || assigneeId === caller.id
  const isOfOthers = work.some((one) => one.assigneeId !== null && one.assigneeId !== caller.id)
  if (!isForSelf || isOfOthers) throw new ApiError('FORBIDDEN')
}

function notAssignable(): ApiError {
  return invalidField('assignee_id', because('field.not_assignable'))
}
