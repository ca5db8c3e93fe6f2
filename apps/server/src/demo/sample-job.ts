import { because } from '@plumbline/contract'
import { actingMember, addMember, type Caller } from '../modules/access/index.ts'
import { today } from '../modules/compliance/index.ts'
import { followWork, JobLeft, type JobKind, type RunningJob } from '../modules/jobs/index.ts'
import { claimSample, createWorkspaceIn, findSample, wasSampleMade } from '../modules/workspaces/index.ts'
import type { Actor } from '../platform/actor.ts'
import { clockAt } from '../platform/clock.ts'
import { withinTransaction } from '../platform/db/index.ts'
import { ApiError } from '../platform/errors.ts'
import { setUpProgram, callerOf, enterProgram } from './enter-program.ts'
import type { DemoPeople } from './enter-history.ts'
import type { WorkspaceParts } from './fill-parts.ts'
import { ledgerBegins } from './shipments.ts'
import { demoSites, type PlannedInstrument } from './program.ts'
import { asMember, letIn, sampleProgram, within, type SampleRequest } from './sample-workspace.ts'

/** Interval between two updates of the progress: short, because the whole job takes only seconds. */
const NOTE_EVERY_MS = 250

/**
 * The job that creates the sample data of a workspace. The workspace is created and filled in one transaction: a job that is
 * cancelled, or whose process is killed, leaves nothing behind. The process that takes over starts again, or finds the workspace complete.
 */
export function sampleJob(parts: WorkspaceParts): JobKind {
  return {
    isCancellable: true,
    carryOut: async (job) => {
      const { workspace_id: workspaceId } = job.input as SampleRequest
      // If a process was killed after its commit, only the result remains to be reported.
      if (await wasSampleMade(parts.db.global, workspaceId)) return { workspace_id: workspaceId }
      const caller = await askerOf(parts, job)
      if (await makeUnlessLeft(parts, job, caller)) return { workspace_id: workspaceId }
      const sampleId = await findSample(parts.db.global, job.workspaceId)
      if (sampleId === undefined) {
        throw new ApiError('CONFLICT', { reason: because('sample.just_taken_out') })
      }
      if (sampleId !== workspaceId) await letIn(parts, caller, sampleId)
      return { workspace_id: sampleId }
    },
  }
}

/** @throws 403 FORBIDDEN if the person may no longer add sample data */
async function askerOf(
  { db, clock }: WorkspaceParts,
  { workspaceId, requestedBy }: RunningJob,
): Promise<Caller> {
  if (requestedBy === null) throw new Error('sample data that no person asked for')
  const caller = await actingMember({ db, clock }, workspaceId, requestedBy)
  if (caller.role !== 'admin' && caller.role !== 'manager') throw new ApiError('FORBIDDEN')
  return caller
}

/**
 * Creates the sample data and records its progress; returns false if sample data exist already.
 * @throws JobLeft if the job is to be given up and nothing was created
 */
async function makeUnlessLeft(parts: WorkspaceParts, job: RunningJob, caller: Caller): Promise<boolean> {
  const program = sampleProgram(parts, caller)
  const leaving = new AbortController()
  const signal = AbortSignal.any([job.signal, leaving.signal])
  let done = 0
  await job.step(async () => ({ done, total: program.length }))
  const making = makeSample(parts, caller, {
    request: job.input as SampleRequest,
    program,
    onEntered: () => {
      signal.throwIfAborted()
      done += 1
    },
  })
  try {
    return await followWork(job, making, { everyMs: NOTE_EVERY_MS, progress: async () => ({ done }) })
  } catch (error) {
    leaving.abort()
    const isMade = await making.catch(() => false)
    // It was complete before it could be given up.
    if (isMade) return true
    throw job.signal.aborted && !(error instanceof JobLeft) ? new JobLeft('later') : error
  }
}

interface Making {
  readonly request: SampleRequest
  readonly program: readonly PlannedInstrument[]
  /** Called after each instrument has been created; an error thrown by it rolls everything back. */
  readonly onEntered: () => void
}

/** Returns false if sample data exist already, or somebody else created them at the same time. */
async function makeSample(parts: WorkspaceParts, caller: Caller, making: Making): Promise<boolean> {
  const { name, workspace_id: sampleId } = making.request
  const { plan, timeZone } = caller.workspace
  // Read before the transaction begins, which must not wait for a second connection: the pool may have only one.
  const asker = await asMember(parts, caller)
  return parts.db.transaction(sampleId, async (tx) => {
    if (!(await claimSample(tx, caller.workspaceId))) return false
    const settings = {
      name,
      plan,
      timeZone,
      standards: ['iso_9001'],
      firstSiteName: demoSites[0].name,
      sampleOf: caller.workspaceId,
    }
    const actor = within(caller, sampleId)
    const day = today(parts.clock.now(), timeZone)
    // In one transaction, so that a server that is stopped half-way leaves nothing behind.
    const present = { ...parts, db: withinTransaction(parts.db, tx) }
    const past = { ...present, clock: clockAt(ledgerBegins(day)) }
    const workspace = await createWorkspaceIn(tx, past, parts.config.PUBLIC_URL, settings, actor)
    const siteIds = await setUpProgram(past, actor, workspace.defaultSiteId)
    const people = await addPeople(past, actor)
    await enterProgram({ parts: present, past }, people, making.program, siteIds, making.onEntered)
    await addMember(present, actor, asker)
    return true
  })
}

/** Adds the colleagues whose work the sample data show. They have no password, and their addresses receive no mail. */
async function addPeople(parts: WorkspaceParts, actor: Actor): Promise<DemoPeople> {
  const { workspaceId } = actor
  const add = async (role: Caller['role'], name: string) => {
    const email = `${role}@${workspaceId.slice(-12)}.sample.example`
    const { personId: id } = await addMember(parts, actor, {
      email,
      name,
      role,
      siteIds: null,
      accessEndsAt: null,
    })
    return callerOf(parts, workspaceId, { id, name, role })
  }
  // One of them is an admin, because a workspace needs one even if a manager asked for the sample data.
  return { manager: await add('admin', 'Maren Quast'), technician: await add('technician', 'Tomas Herrera') }
}
