import type { BulkChange, BulkChangeOutcome } from '@plumbline/contract'
import type { ApiFailure, Query } from '../api.ts'

/** What a change is meant for: instruments that were chosen, or all of a filter. */
export type BulkSubject =
  | { readonly ids: readonly string[]; readonly total: number }
  | { readonly filter: Query; readonly total: number }

/** A part of the instruments, and from where the next one goes on; null after the last. */
export interface Part {
  readonly ids: readonly string[]
  readonly next: string | null
}

/** Where a walk over instruments begins. */
export const START = ''

/** Why a run stopped that nobody stopped, as the server said it. */
export type RunFailure = Pick<ApiFailure, 'status' | 'code' | 'message' | 'details'>

/** A change of many instruments that was begun, kept on the device with what is done and what remains. */
export interface BulkRun {
  /** The Idempotency-Key of all its requests: under it no instrument is changed twice. */
  readonly key: string
  readonly userId: string
  readonly workspaceId: string
  readonly subject: BulkSubject
  readonly change: BulkChange
  readonly reason: string
  readonly begunAt: string
  /** Running until it is done; stopped by a person or a refusal; ended where a person gave up the rest. */
  readonly status: 'running' | 'stopped' | 'done' | 'ended'
  readonly failure: RunFailure | null
  /** Where the next part begins; null when nothing is left. */
  readonly place: string | null
  /** The part that is on its way: what it was when it was asked for, however the filter has changed since. */
  readonly pending: Part | null
  readonly parts: number
  readonly counts: Readonly<Record<BulkChangeOutcome['outcome'], number>>
  /** Whether its person has looked at how it ended. */
  readonly isSeen: boolean
}

/** A run before its first part. */
export function freshRun(
  begun: Pick<BulkRun, 'key' | 'userId' | 'workspaceId' | 'subject' | 'change' | 'reason' | 'begunAt'>,
): BulkRun {
  return {
    ...begun,
    status: 'running',
    failure: null,
    place: START,
    pending: null,
    parts: 0,
    counts: { changed: 0, unchanged: 0, refused: 0 },
    isSeen: false,
  }
}

/** Instruments that have been dealt with. */
export function doneOf({ counts }: Pick<BulkRun, 'counts'>): number {
  return counts.changed + counts.unchanged + counts.refused
}

/** Whether nothing more will happen in a run. */
export function isOver({ status }: Pick<BulkRun, 'status'>): boolean {
  return status === 'done' || status === 'ended'
}

/**
 * A run after the answer to its part of this number. Whoever stopped it meanwhile has stopped it; a part that another
 * window has answered for already counts once.
 */
export function advanced(run: BulkRun, part: number, outcomes: readonly BulkChangeOutcome[]): BulkRun {
  if (run.parts !== part || run.pending === null) return run
  const counts = { ...run.counts }
  for (const { outcome } of outcomes) counts[outcome] += 1
  const place = run.pending.next
  const status = place === null ? 'done' : run.status
  return { ...run, counts, place, pending: null, parts: run.parts + 1, status }
}
