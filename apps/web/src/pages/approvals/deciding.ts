import type { WaitingRecord } from '@plumbline/contract'

/** The current decision: an action on one record, or the approval of several. */
export type Deciding =
  | { action: 'approve' | 'reject'; waiting: WaitingRecord }
  | { action: 'batch'; records: readonly WaitingRecord[] }
