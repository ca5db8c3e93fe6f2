import type { JobKindName } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/job-queue/index.ts'
import { JOB_TASK } from './job.ts'
import { insertJob } from './store.ts'

/** The content of a new job. */
export interface JobRequest {
  /** Its ID, if it must match that of something else. */
  readonly id?: string
  readonly kind: JobKindName
  readonly input: object
  /** Number of items, if known. */
  readonly total?: number
}

/** Creates a job in the transaction of its cause; returns its ID. */
export function requestJob(
  tx: Transaction,
  { clock }: { clock: Clock },
  actor: Actor,
  { id = newId(), kind, input, total }: JobRequest,
): string {
  const { userId: requestedBy, name: requestedByName } = actor
  insertJob(
    tx,
    { jobId: id, kind, requestedBy, requestedByName, input, total: total ?? null },
    clock.sqlNow(),
  )
  enqueueJob(tx, id)
  return id
}

/**
 * Enqueues a job that has not ended, immediately or after a delay, for any process. The ID identifies its task: a
 * waiting task is not enqueued twice, and a running one is not retried.
 */
export function enqueueJob(tx: Transaction, jobId: string, options: { afterMs?: number } = {}): void {
  enqueue(tx, JOB_TASK, { workspaceId: tx.workspaceId, jobId }, { ...options, key: jobId })
}
