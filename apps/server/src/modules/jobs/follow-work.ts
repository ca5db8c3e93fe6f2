import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../../platform/db/index.ts'
import { UnavailableError } from '../../platform/errors.ts'
import type { Progress, RunningJob } from './job.ts'

/** How the progress of work is written down. */
export interface Following {
  /** Between two writings, in milliseconds. */
  readonly everyMs: number
  /** How far the work has come; may write more in the same transaction. */
  readonly progress: (tx: Transaction) => Promise<Progress>
}

/**
 * Waits for work that is one piece, and writes down on the way how far it has come. What cannot be written for lack
 * of a free connection, as the work may have the only one, is left to the next time.
 * @returns what the work returns
 * @throws what the work throws; JobLeft when the job is to be left, while the work still goes on
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
