import { because } from '@plumbline/contract'
import {
  addMember,
  changeMember,
  deactivateMembers,
  findMember,
  type Caller,
} from '../modules/access/index.ts'
import { today } from '../modules/compliance/index.ts'
import { findUnfinishedJob, requestJob } from '../modules/jobs/index.ts'
import { findSample, lockWorkspace, markSampleRemoved } from '../modules/workspaces/index.ts'
import type { Actor } from '../platform/actor.ts'
import { ApiError, notFound } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { WorkspaceParts } from './fill-parts.ts'
import { planProgram, smallProgram, type PlannedInstrument } from './program.ts'

/** The reason in the ledger of the sample data for the removal of its members. */
const TAKEN_OUT = 'The sample data were taken out.'

/** The request of a job that creates sample data. */
export interface SampleRequest {
  /** Name of the workspace of sample data. */
  readonly name: string
  /** Its ID, assigned before it is created. */
  readonly workspace_id: string
}

/** The workspace that has or will have the sample data. */
export interface AskedSample {
  readonly workspaceId: string
  /** ID of the job that creates them; null if they exist. */
  readonly jobId: string | null
}

/**
 * Gives a person access to the workspace of sample data that belongs to theirs, in their own role. If there is
 * none, starts a job that creates it; others who request it meanwhile get the same job, and get access when they request it
 * again after the job has ended.
 * @param name name of the workspace, if it is created
 * @throws 409 CONFLICT if the workspace itself has sample data
 */
export async function askForSample(
  parts: WorkspaceParts,
  caller: Caller,
  name: string,
): Promise<AskedSample> {
  if (caller.workspace.sampleOf !== null) {
    throw new ApiError('CONFLICT', { reason: because('sample.of_sample') })
  }
  const asked = await parts.db.transaction(caller.workspaceId, async (tx): Promise<AskedSample> => {
    // The second of two simultaneous requests waits here, and then finds the job of the first.
    await lockWorkspace(tx)
    const underWay = await findUnfinishedJob(tx, 'sample_data')
    // Looked up after the job: the workspace is committed before its job ends, so if no job is found it is complete.
    const sampleId = await findSample(tx, caller.workspaceId)
    if (sampleId !== undefined) return { workspaceId: sampleId, jobId: null }
    if (underWay) {
      return { workspaceId: (underWay.input as SampleRequest).workspace_id, jobId: underWay.jobId }
    }
    const input: SampleRequest = { name, workspace_id: newId() }
    const total = sampleProgram(parts, caller).length
    return {
      workspaceId: input.workspace_id,
      jobId: requestJob(tx, parts, caller, { kind: 'sample_data', input, total }),
    }
  })
  if (asked.jobId === null) await letIn(parts, caller, asked.workspaceId)
  return asked
}

/**
 * Removes the workspace of sample data for everybody. Its ledger is retained like every ledger, and states who removed it;
 * members and keys lose access.
 * @throws 404 NOT_FOUND if there is none
 */
export async function takeOutSample({ db, clock }: WorkspaceParts, caller: Caller): Promise<void> {
  const sampleId = await findSample(db.global, caller.workspaceId)
  if (sampleId === undefined) throw notFound()
  await db.transaction(sampleId, async (tx) => {
    // The second of two simultaneous requests waits here, and then finds nothing to remove.
    if (!(await markSampleRemoved(tx, clock.now().toISOString()))) throw notFound()
    await deactivateMembers(tx, clock, within(caller, sampleId), TAKEN_OUT)
  })
}

/** Returns the program for sample data that are created today. */
export function sampleProgram({ clock }: WorkspaceParts, { workspace }: Caller): PlannedInstrument[] {
  return planProgram(today(clock.now(), workspace.timeZone), smallProgram)
}

/** Makes a person an active member of the workspace of sample data. */
export async function letIn(parts: WorkspaceParts, caller: Caller, sampleId: string): Promise<void> {
  const actor = within(caller, sampleId)
  try {
    await addMember(parts, actor, await asMember(parts, caller))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
    await changeMember(parts, actor, caller.id, { isActive: true })
  }
}

/** Returns a person of the real workspace as a new member of its sample data. */
export async function asMember({ db }: WorkspaceParts, caller: Caller) {
  const member = await findMember(db.in(caller.workspaceId), caller.id)
  if (!member) throw new Error('a member vanished')
  const { email, name, role } = member
  return { email, name, role, siteIds: null, accessEndsAt: null }
}

/** Returns a person of the real workspace as an actor in its sample data. */
export function within(caller: Caller, workspaceId: string): Actor {
  return { ...caller, workspaceId, siteIds: null }
}
