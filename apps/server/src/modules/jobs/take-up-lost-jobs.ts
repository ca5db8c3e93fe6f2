import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { enqueueJob } from './request-job.ts'
import { findLostJobs } from './store.ts'

/**
 * Enqueues again the jobs of a workspace that have not ended and have no task in the queue, for example after a manual
 * change of the queue: they would never end, and would block further jobs of their kind. They continue from their last
 * step.
 */
export async function takeUpLostJobs(
  { db, log }: { db: Database; log: Log },
  workspaceId: string,
): Promise<void> {
  const lost = await findLostJobs(db.in(workspaceId))
  if (lost.length === 0) return
  log.warn({ workspaceId, jobs: lost }, 'took up jobs that no task carried out')
  await db.transaction(workspaceId, async (tx) => {
    for (const jobId of lost) enqueueJob(tx, jobId)
  })
}
