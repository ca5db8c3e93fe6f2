import { because } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { endLocked } from './end-job.ts'
import type { Job, JobKinds } from './job.ts'
import { readJob } from './read-jobs.ts'
import { lockUnfinished, requestCancel } from './store.ts'

/** Dependencies of canceling jobs. */
export interface CancelParts {
  readonly db: Database
  readonly clock: Clock
  readonly kinds: JobKinds
}

/**
 * Cancels a job that the actor may see: immediately while it waits in the queue, otherwise after the current step. A
 * job that has ended remains unchanged.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a kind that must not be interrupted
 */
export async function cancelJob(parts: CancelParts, actor: Actor, jobId: string): Promise<Job> {
  const { db, clock, kinds } = parts
  await readJob(parts, actor, jobId)
  await db.transaction(actor.workspaceId, async (tx) => {
    const job = await lockUnfinished(tx, jobId)
    if (!job) return
    if (!kinds[job.kind]?.isCancellable) {
      throw new ApiError('CONFLICT', { reason: because('job.not_cancellable') })
    }
    if (job.state === 'queued') await endLocked(tx, parts, jobId, { state: 'cancelled' })
    else await requestCancel(tx, jobId, clock.sqlNow())
  })
  return readJob(parts, actor, jobId)
}
