import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { enqueueJob } from './request-job.ts'
import { findLostJobs } from './store.ts'

/**
 * Enters jobs of a workspace anew that are not finished and that no task of the queue carries out, as after an intervention in
 * the queue: they would stay unfinished, and keep others of their kind from being asked for. They go on from their last step.
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
