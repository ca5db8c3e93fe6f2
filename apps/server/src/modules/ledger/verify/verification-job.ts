import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { UnavailableError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { createLimiter } from '../../../platform/limiter.ts'
import { observe } from '../../../platform/observations.ts'
import { followWork, JobLeft, type JobKind, type RunningJob } from '../../jobs/index.ts'
import { firstDifference } from './first-difference.ts'
import { finishVerification, noteProgress, type VerificationOutcome } from './verification-store.ts'
import type { LedgerReport } from './verify-ledger.ts'

/** Dependencies of verifying ledgers. */
interface VerificationJobParts {
  readonly clock: Clock
  readonly log: Log
  /** Verifies a ledger without delaying requests, and reports how many entries are done; the signal aborts it. */
  readonly verify: (
    workspaceId: string,
    onProgress: (entriesDone: number) => void,
    signal: AbortSignal,
  ) => Promise<LedgerReport>
}

/** Interval in milliseconds between two updates of the progress. */
const NOTE_EVERY_MS = 1000

/** A process verifies one ledger at a time; others wait. */
const limit = createLimiter(1)

/**
 * Verification of a ledger as a job. A process that takes it over starts from the beginning, because verification
 * changes nothing.
 */
export function verificationJob(parts: VerificationJobParts): JobKind {
  const { clock } = parts
  const finish = (tx: Transaction, jobId: string, entriesDone: number | null, outcome: VerificationOutcome) =>
    finishVerification(tx, jobId, { entriesDone, outcome }, clock.sqlNow())
  return {
    isCancellable: true,
    carryOut: async (job) => {
      const { entriesDone, outcome } = await verify(parts, job)
      await job.step(async (tx) => {
        await finish(tx, job.jobId, entriesDone, outcome)
        return { done: entriesDone }
      })
      observe('ledgerVerification', { outcome: outcome.state })
      return { state: outcome.state }
    },
    onUnfinished: (tx, jobId) => finish(tx, jobId, null, NOT_CARRIED_THROUGH),
  }
}

/** Verifies, and records the progress along the way. */
async function verify(
  { clock, log, verify: inThread }: VerificationJobParts,
  job: RunningJob,
): Promise<{ entriesDone: number; outcome: VerificationOutcome }> {
  const { workspaceId, jobId } = job
  const leaving = new AbortController()
  let done = 0
  const onProgress = (entries: number) => (done = entries)
  const signal = AbortSignal.any([job.signal, leaving.signal])
  const verifying = limit(() => inThread(workspaceId, onProgress, signal)).then(
    (report) => {
      done = report.size
      return outcomeOf(report)
    },
    (error: unknown) => {
      if (job.signal.aborted || error instanceof UnavailableError) throw error
      log.error({ err: error, workspaceId }, 'a ledger was not verified')
      return NOT_CARRIED_THROUGH
    },
  )
  try {
    const progress = async (tx: Transaction) => {
      await noteProgress(tx, jobId, done, clock.sqlNow())
      return { done }
    }
    const outcome = await followWork(job, verifying, { everyMs: NOTE_EVERY_MS, progress })
    return { entriesDone: done, outcome }
  } catch (error) {
    leaving.abort()
    await verifying.catch(() => undefined)
    throw job.signal.aborted && !(error instanceof JobLeft) ? new JobLeft('later') : error
  }
}

/** The verification could not be completed, which says nothing about the ledger. */
export const NOT_CARRIED_THROUGH: VerificationOutcome = {
  state: 'failed',
  root: null,
  rowsCompared: null,
  differences: null,
  firstDifference: null,
}

function outcomeOf(report: LedgerReport): VerificationOutcome {
  const difference = firstDifference(report)
  return {
    state: difference === null ? 'holds' : 'differs',
    root: report.root,
    rowsCompared: report.rowsCompared,
    differences: report.fault ? 1 : report.rowFaultCount,
    firstDifference: difference,
  }
}
