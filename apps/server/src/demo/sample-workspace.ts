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

/** What the ledger of the sample data says of why nobody belongs to it any more. */
const TAKEN_OUT = 'The sample data were taken out.'

/** What a job that makes sample data is about. */
export interface SampleRequest {
  /** Name of the workspace of sample data. */
  readonly name: string
  /** Its id, known before it is made. */
  readonly workspace_id: string
}

/** Where sample data stand or will stand. */
export interface AskedSample {
  readonly workspaceId: string
  /** The job that makes them; null where they are there. */
  readonly jobId: string | null
}

/**
 * Lets a person try things out in a workspace of sample data that belongs to theirs, in their own role. Where there is
 * none, a job that makes it is entered; anyone who asks meanwhile gets that job, and is let in when they ask
 * again after it.
 * @param name name of the workspace, where it is made
 * @throws 409 CONFLICT in a workspace that holds sample data itself
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
    // Of two at once the second waits here, and finds the job of the first.
    await lockWorkspace(tx)
    const underWay = await findUnfinishedJob(tx, 'sample_data')
    // A job ends after what it made is there: one that is not found has nothing left to make.
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
 * Takes the workspace of sample data out for everybody. Its ledger is kept as every ledger is, and says who took it
 * out; no member and no key reaches it any more.
 * @throws 404 NOT_FOUND when there is none
 */
export async function takeOutSample({ db, clock }: WorkspaceParts, caller: Caller): Promise<void> {
  const sampleId = await findSample(db.global, caller.workspaceId)
  if (sampleId === undefined) throw notFound()
  await db.transaction(sampleId, async (tx) => {
    // Of two at once the second waits here, and finds it done.
    if (!(await markSampleRemoved(tx, clock.now().toISOString()))) throw notFound()
    await deactivateMembers(tx, clock, within(caller, sampleId), TAKEN_OUT)
  })
}

/** The instruments of sample data that are made today. */
export function sampleProgram({ clock }: WorkspaceParts, { workspace }: Caller): PlannedInstrument[] {
  return planProgram(today(clock.now(), workspace.timeZone), smallProgram)
}

/** Makes a person an active member of the sample data. */
export async function letIn(parts: WorkspaceParts, caller: Caller, sampleId: string): Promise<void> {
  const actor = within(caller, sampleId)
  try {
    await addMember(parts, actor, await asMember(parts, caller))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFLICT')) throw error
    await changeMember(parts, actor, caller.id, { isActive: true })
  }
}

/** A person of the real workspace as a new member of its sample data. */
export async function asMember({ db }: WorkspaceParts, caller: Caller) {
  const member = await findMember(db.in(caller.workspaceId), caller.id)
  if (!member) throw new Error('a member vanished')
  const { email, name, role } = member
  return { email, name, role, siteIds: null, accessEndsAt: null }
}

/** A person of the real workspace as an actor in its sample data. */
export function within(caller: Caller, workspaceId: string): Actor {
  return { ...caller, workspaceId, siteIds: null }
}
