import type { JobKindName } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/job-queue/index.ts'
import { JOB_TASK } from './job.ts'
import { insertJob } from './store.ts'

/** What a job is about. */
export interface JobRequest {
  /** Its id, where something else is known by it too. */
  readonly id?: string
  readonly kind: JobKindName
  readonly input: object
  /** How many things it is about, where that is known. */
  readonly total?: number
}

/** Enters a job in the transaction of its cause; returns its id. */
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
 * Lets a job that is not finished be taken up, at once or after a while, by whichever process comes first. Its task is known
 * by its id: one that waits is not entered twice, and one that is under way is not tried again.
 */
export function enqueueJob(tx: Transaction, jobId: string, options: { afterMs?: number } = {}): void {
  enqueue(tx, JOB_TASK, { workspaceId: tx.workspaceId, jobId }, { ...options, key: jobId })
}
