import type { ItemRefusal, JobKindName, JobState } from '@plumbline/contract'
import type { Transaction } from '../../platform/db/index.ts'

/** The task that carries jobs out. */
export const JOB_TASK = 'job'

/** A job as stored. */
export interface Job {
  jobId: string
  kind: JobKindName
  state: JobState
  /** The person who asked for it; null: the server itself. */
  requestedBy: string | null
  requestedByName: string
  requestedAt: string
  input: unknown
  /** Where the work goes on; null before the first step. */
  position: unknown
  done: number
  /** Null: not known. */
  total: number | null
  startedAt: string | null
  finishedAt: string | null
  cancelRequestedAt: string | null
  result: object | null
  error: ItemRefusal | null
}

/** How far a job has come; what is absent stays. */
export interface Progress {
  readonly position?: unknown
  readonly done?: number
  readonly total?: number
  /** What has come of it so far. */
  readonly result?: object
  /** What became of some of the things that it is about. */
  readonly outcomes?: readonly object[]
}

/** A job in the hands of a worker process. */
export interface RunningJob {
  readonly workspaceId: string
  readonly jobId: string
  readonly requestedBy: string | null
  readonly input: unknown
  readonly position: unknown
  readonly result: object | null
  readonly done: number
  /** Aborted when the process stops or the job is cancelled; work that takes long outside of steps heeds it. */
  readonly signal: AbortSignal
  /**
   * Does a piece of the work: what the function writes and the progress that it returns commit together, once,
   * whichever processes believe that the job is theirs. Pieces should be short: the job's row is locked.
   * @throws JobLeft when the job is to be left here: cancelled, taken over by another process, or to go on later
   */
  step(work: (tx: Transaction) => Promise<Progress>): Promise<void>
}

/** How jobs of one kind are carried out. */
export interface JobKind {
  /** Whether it may be left half done. */
  readonly isCancellable: boolean
  /** Whether it goes on from its position, so that a long one may be interrupted for others. */
  readonly takesTurns?: boolean
  /**
   * Carries the job to its end, from `position` on; returns what came of it. Whatever it throws is tried again
   * later, except an ApiError: a refusal ends the job.
   */
  carryOut(job: RunningJob): Promise<object | null>
  /** Called in the transaction in which a job fails for good or is cancelled. */
  onUnfinished?(tx: Transaction, jobId: string): Promise<void>
}

/** The kinds that a server knows, by name. */
export type JobKinds = { readonly [Name in JobKindName]?: JobKind }

/** Work on a job ends here, though the job is not done. */
export class JobLeft extends Error {
  readonly why: 'cancelled' | 'taken' | 'later'

  constructor(why: JobLeft['why']) {
    super(`the job was left: ${why}`)
    this.name = 'JobLeft'
    this.why = why
  }
}
