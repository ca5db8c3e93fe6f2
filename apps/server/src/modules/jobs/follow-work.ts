import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../../platform/db/index.ts'
import { UnavailableError } from '../../platform/errors.ts'
import type { Progress, RunningJob } from './job.ts'

/** How the progress of work is recorded. */
export interface Following {
  /** Interval between two writes, in milliseconds. */
  readonly everyMs: number
  /** Returns the current progress; may write more in the same transaction. */
  readonly progress: (tx: Transaction) => Promise<Progress>
}

/**
 * Waits for work that cannot be divided into steps, and records its progress meanwhile. If no connection is free,
 * possibly because the work has the only one, the write is skipped until the next time.
 * @returns what the work returns
 * @throws what the work throws; JobLeft if the job must stop, while the work is still running
 */
export async function followWork<Result>(
  job: Pick<RunningJob, 'step'>,
  work: Promise<Result>,
  { everyMs, progress }: Following,
): Promise<Result> {
  const isOver = work.then(() => true)
  while (!(await Promise.race([isOver, delay(everyMs, false, { ref: false })]))) {
    await job.step(progress).catch((error: unknown) => {
      if (!(error instanceof UnavailableError)) throw error
    })
  }
  return work
}
