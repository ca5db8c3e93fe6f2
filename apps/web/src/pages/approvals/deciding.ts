import type { WaitingRecord } from '@plumbline/contract'

/** What is being decided: one record by an act, or several at once. */
export type Deciding =
  | { act: 'approve' | 'reject'; waiting: WaitingRecord }
  | { act: 'batch'; records: readonly WaitingRecord[] }
