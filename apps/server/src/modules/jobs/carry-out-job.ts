import type { ItemRefusal } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { ApiError, itemRefusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Attempt, Task } from '../../platform/job-queue/index.ts'
import type { Log } from '../../platform/log.ts'
import { endLocked } from './end-job.ts'
import { JobLeft, type Job, type JobKind, type JobKinds, type RunningJob } from './job.ts'
import { enqueueJob } from './request-job.ts'
import { claimJob, lockRun, writeProgress, type JobEnd } from './store.ts'

/** Dependencies of executing jobs. */
export interface JobParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly kinds: JobKinds
}

/**
 * After this time a job that is not complete moves to the end of the queue, so that a long one does not block others.
 */
const TURN_MS = 20_000

/** By then a process that is stopping takes no more tasks, so that another one takes over the job. */
const STOPPING_MS = 1000

/** The queue's task that executes jobs. */
export function jobTask(parts: JobParts): Task {
  return {
    work: (attempt) => carryOutJob(parts, attempt),
    // Job and task end together, because a job without a task would never finish.
    onExhausted: async ({ payload, isReplaced, remove }) => {
      const { workspaceId, jobId } = payload as JobPayload
      await parts.db.transaction(workspaceId, async (tx) => {
        if (!(await remove(tx)) || isReplaced) return
        await endLocked(tx, parts, jobId, { state: 'failed', error: NOT_CARRIED_THROUGH })
      })
    },
  }
}

interface JobPayload {
  readonly workspaceId: string
  readonly jobId: string
}

const NOT_CARRIED_THROUGH: ItemRefusal = {
  code: 'INTERNAL_ERROR',
  message: 'The server could not carry this out. What was done before stays.',
}

/** Makes one attempt at a job, from where the previous one stopped. */
async function carryOutJob(parts: JobParts, { payload, isLast, signal }: Attempt): Promise<void> {
  const { workspaceId, jobId } = payload as JobPayload
  if (signal.aborted) return enter(parts, workspaceId, jobId, STOPPING_MS)
  const runId = newId()
  const held: Run = { workspaceId, jobId, runId }
  const job = await claimJob(parts.db.in(workspaceId), jobId, runId, parts.clock.sqlNow())
  if (!job) return
  const kind = parts.kinds[job.kind]
  if (!kind) throw new Error(`this version of the program knows no jobs of the kind ${job.kind}`)
  const run = runOf(parts, held, { job, kind }, signal)
  try {
    if (job.cancelRequestedAt !== null && kind.isCancellable) throw new JobLeft('cancelled')
    const result = await kind.carryOut(run)
    await end(parts, held, { state: 'succeeded', result })
  } catch (error) {
    await leave(parts, held, error, { isLast, isStopping: signal.aborted })
  }
}

interface Run {
  readonly workspaceId: string
  readonly jobId: string
  readonly runId: string
}

/** Ends a job whose work stopped early, or arranges for it to continue. */
async function leave(
  parts: JobParts,
  run: Run,
  error: unknown,
  { isLast, isStopping }: { isLast: boolean; isStopping: boolean },
): Promise<void> {
  const { workspaceId, jobId } = run
  if (error instanceof JobLeft) {
    if (error.why === 'cancelled') await end(parts, run, { state: 'cancelled' })
    if (error.why === 'later') await enter(parts, workspaceId, jobId, isStopping ? STOPPING_MS : 0)
    return
  }
  // Temporary refusals (status 500 and above), such as for a key in use, are retried instead.
  if (error instanceof ApiError && error.status < 500) {
    await end(parts, run, { state: 'failed', error: itemRefusal(error) })
    return
  }
  if (!isLast) throw error
  parts.log.error({ err: error, workspaceId, jobId }, 'a job failed permanently')
  await end(parts, run, { state: 'failed', error: NOT_CARRIED_THROUGH })
}

/** Enqueues a job again, to continue from where it stopped. */
async function enter({ db }: JobParts, workspaceId: string, jobId: string, afterMs: number): Promise<void> {
  await db.transaction(workspaceId, async (tx) => enqueueJob(tx, jobId, { afterMs }))
}

function runOf(
  { db }: JobParts,
  { workspaceId, jobId, runId }: Run,
  { job, kind }: { job: Job; kind: JobKind },
  stopping: AbortSignal,
): RunningJob {
  const { requestedBy, input, position, result, done } = job
  const cancelling = new AbortController()
  const turnEnds = performance.now() + TURN_MS
  return {
    workspaceId,
    jobId,
    requestedBy,
    input,
    position,
    result,
    done,
    signal: AbortSignal.any([stopping, cancelling.signal]),
    step: async (work) => {
      const { isCancelled } = await db.transaction(workspaceId, async (tx) => {
        const locked = await lockRun(tx, jobId, runId)
        if (!locked) throw new JobLeft('taken')
        writeProgress(tx, jobId, await work(tx))
        return locked
      })
      if (isCancelled && kind.isCancellable) {
        cancelling.abort()
        throw new JobLeft('cancelled')
      }
      if (stopping.aborted || (kind.takesTurns && performance.now() > turnEnds)) throw new JobLeft('later')
    },
  }
}

/** Ends a job unless another run has taken it over. */
async function end(parts: JobParts, { workspaceId, jobId, runId }: Run, how: JobEnd): Promise<void> {
  const { db, clock, kinds } = parts
  await db.transaction(workspaceId, async (tx) => {
    if ((await lockRun(tx, jobId, runId)) === undefined) return
    await endLocked(tx, { clock, kinds }, jobId, how)
  })
}
