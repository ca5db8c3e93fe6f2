import type { WaitingRecord } from '@plumbline/contract'

/** The current decision: an action on one record, or the approval of several. */
export type Deciding =
  | { act: 'approve' | 'reject'; waiting: WaitingRecord }
  | { act: 'batch'; records: readonly WaitingRecord[] }
