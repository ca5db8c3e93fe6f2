import type { JobKind } from '../../src/modules/jobs/index.ts'

/** Number of steps of a counting job, each reported to the test in its transaction. */
export const STEPS = 5

/** Returns a job that counts to five, one per step, and stores each number. */
export function countingJob(
  onStep: (step: number, jobId: string) => Promise<void> = async () => undefined,
): JobKind {
  return {
    isCancellable: true,
    takesTurns: true,
    carryOut: async (job) => {
      for (let step = (job.position as number | null) ?? 0; step < STEPS; step += 1) {
        await job.step(async () => {
          await onStep(step, job.jobId)
          return { position: step + 1, done: step + 1, outcomes: [{ step }] }
        })
      }
      return { counted: STEPS }
    },
  }
}
