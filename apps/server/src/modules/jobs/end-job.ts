import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import type { JobKinds } from './job.ts'
import { endJob, lockUnfinished, type JobEnd } from './store.ts'

/** Ends a job permanently, in any process; does nothing if it has already ended. */
export async function endLocked(
  tx: Transaction,
  { clock, kinds }: { clock: Clock; kinds: JobKinds },
  jobId: string,
  how: JobEnd,
): Promise<void> {
  const job = await lockUnfinished(tx, jobId)
  if (!job) return
  if (how.state !== 'succeeded') await kinds[job.kind]?.onUnfinished?.(tx, jobId)
  endJob(tx, jobId, how, clock.sqlNow())
}
