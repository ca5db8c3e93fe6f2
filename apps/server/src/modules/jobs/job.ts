import type { ItemRefusal, JobKindName, JobState } from '@plumbline/contract'
import type { Transaction } from '../../platform/db/index.ts'

/** Name of the queue's task that executes jobs. */
export const JOB_TASK = 'job'

/** A job as stored. */
export interface Job {
  jobId: string
  kind: JobKindName
  state: JobState
  /** The person who requested it; null for the server itself. */
  requestedBy: string | null
  requestedByName: string
  requestedAt: string
  input: unknown
  /** Where the work continues; null before the first step. */
  position: unknown
  done: number
  /** Null if unknown. */
  total: number | null
  startedAt: string | null
  finishedAt: string | null
  cancelRequestedAt: string | null
  result: object | null
  error: ItemRefusal | null
}

/** The progress of a job; absent members remain unchanged. */
export interface Progress {
  readonly position?: unknown
  readonly done?: number
  readonly total?: number
  /** The result so far. */
  readonly result?: object
  /** Outcomes of some of the items of the job. */
  readonly outcomes?: readonly object[]
}

/** A job that is being executed by a worker process. */
export interface RunningJob {
  readonly workspaceId: string
  readonly jobId: string
  readonly requestedBy: string | null
  readonly input: unknown
  readonly position: unknown
  readonly result: object | null
  readonly done: number
  /** Aborted if the process stops or the job is canceled; long work outside of steps must observe it. */
  readonly signal: AbortSignal
  /**
   * Executes one step of the work: the writes of the function and the progress that it returns commit together, exactly
   * once, even if several processes believe that the job is theirs. Steps should be short because the job's row is
   * locked.
   * @throws JobLeft if the work must stop here: the job was canceled, taken over by another process, or continues later
   */
  step(work: (tx: Transaction) => Promise<Progress>): Promise<void>
}

/** How jobs of one kind are executed. */
export interface JobKind {
  /** Whether it may be interrupted before it is complete. */
  readonly isCancellable: boolean
  /** Whether it can continue from its position, so that a long job may be interrupted for others. */
  readonly takesTurns?: boolean
  /**
   * Executes the job to its end, starting at `position`; returns its result. Anything that it throws is retried later,
   * except an ApiError, which ends the job as refused.
   */
  carryOut(job: RunningJob): Promise<object | null>
  /** Called in the transaction in which a job fails permanently or is canceled. */
  onUnfinished?(tx: Transaction, jobId: string): Promise<void>
}

/** The job kinds of a server, by name. */
export type JobKinds = { readonly [Name in JobKindName]?: JobKind }

/** Thrown to stop work on a job that is not complete. */
export class JobLeft extends Error {
  readonly why: 'cancelled' | 'taken' | 'later'

  constructor(why: JobLeft['why']) {
    super(`the job was left: ${why}`)
    this.name = 'JobLeft'
    this.why = why
  }
}
