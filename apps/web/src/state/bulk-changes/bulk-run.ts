import type { BulkChange, BulkChangeOutcome, Job } from '@plumbline/contract'
import type { InstrumentFilters } from '../../queries/instruments.ts'

/** The instruments to change: selected ones, or all that match a filter. */
export type BulkSubject =
  | { readonly ids: readonly string[]; readonly total: number }
  | { readonly filter: Omit<InstrumentFilters, 'sort'>; readonly total: number }

/** A batch of instruments, and where the next batch continues; null after the last. */
export interface Part {
  readonly ids: readonly string[]
  readonly next: string | null
}

/** The cursor of the first batch. */
export const START = ''

/** A bulk change that the server carries out. */
export interface BulkRun {
  readonly id: string
  readonly state: Job['state']
  readonly change: BulkChange
  readonly reason: string
  readonly startedAt: string
  readonly done: number
  readonly total: number
  readonly counts: Readonly<Record<BulkChangeOutcome['outcome'], number>>
  readonly error: Job['error']
  /** Whether it can be stopped and has not been stopped. */
  readonly canStop: boolean
}

/** Converts a job of the server to a bulk change. */
export function runOfJob(job: Job): BulkRun {
  const { change, reason } = job.request as { change: BulkChange; reason: string }
  const counts = (job.result as BulkRun['counts'] | null) ?? { changed: 0, unchanged: 0, refused: 0 }
  return {
    id: job.id,
    state: job.state,
    change,
    reason,
    startedAt: job.requested_at,
    done: job.done,
    total: Math.max(job.total ?? 0, job.done),
    counts,
    error: job.error,
    canStop: job.can_cancel,
  }
}

/** Returns whether a bulk change has ended. */
export function isOver({ state }: Pick<BulkRun, 'state'>): boolean {
  return state !== 'queued' && state !== 'running'
}
