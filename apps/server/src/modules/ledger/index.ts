export { activityRoutes, appLedgerRoutes } from './app-routes.ts'
export { appendEntries, enterEntries, type AppendedEntry, type EntryDraft } from './append/append-entries.ts'
export { firstDifference, type Difference } from './verify/first-difference.ts'
export { exportLedger } from './proofs/export-ledger.ts'
export { keepCheckpoints } from './proofs/keep-checkpoints.ts'
export { keepOutside, lastCheckpoints, readOutside, vanishedCheckpoints } from './proofs/keep-outside.ts'
export { activityTable } from './activity/export-activity.ts'
export { listActivity, listActivityOf } from './activity/list-activity.ts'
export { hasEntriesWithin } from './append/store.ts'
export { mayReadEveryEntry } from './activity/may-read-every-entry.ts'
export { ledgerState, type LedgerState } from './append/ledger-state.ts'
export { recordedPayload } from './proofs/proof-store.ts'
export { openLedger } from './proofs/open-ledger.ts'
export { ledgerKeyProjection } from './verify/key-projection.ts'
export {
  columnsAfter,
  forgedRow,
  type Findings,
  type Projection,
  type Replay,
  type ReplayedEntry,
  type RowFault,
} from './projection/projection.ts'
export {
  columnsIn,
  columnsOf,
  fieldsWithout,
  RecordedPayload,
  type FieldTable,
  type RecordedField,
} from './append/recorded-payload.ts'
export { recordedColumns } from './append/recorded-columns-store.ts'
export { rebuildLedger, type RebuildReport } from './rebuild/rebuild-ledger.ts'
export { lockHead, type LockedHead } from './append/store.ts'
export { withSyncWatermark } from './append/sync-watermark.ts'
export { recordProof } from './proofs/prove-entry.ts'
export { ledgerKey } from './proofs/ledger-key.ts'
export { replaceLedgerKey } from './proofs/replace-ledger-key.ts'
export { resealLedgerKey } from './proofs/reseal-ledger-key.ts'
export { ledgerRoutes, type ProvingDeps } from './routes.ts'
export { canonicalJson, type CanonicalValue } from './rules/canonical-json.ts'
export {
  countEntries,
  entriesBetween,
  type EntrySelection,
  type FollowedEntry,
} from './changes/entries-after-store.ts'
export type { EntryKind } from '@plumbline/contract'
export { splitNotes, type SavedNote } from './rules/split-notes.ts'
export { latestCheckpoint, LedgerContradiction, type LedgerParts } from './proofs/sign-checkpoint.ts'
export { type CountedTable } from './projection/counted-table.ts'
export { compareBySubject } from './projection/compare-by-subject.ts'
export { type DerivedTable } from './projection/derived-table.ts'
export { CollectedEntries, type CollectedEntry, type EntryGroup } from './projection/collected-entries.ts'
export { LedgerFaultError } from './projection/ledger-fault.ts'
export { replaying } from './projection/replaying.ts'
export { type ReadModel } from './projection/read-model.ts'
export {
  byLedgerIndex,
  recordedRow,
  rowOf,
  RowsInOrder,
  type EntryRow,
  type RecordedRow,
} from './projection/rows-in-order.ts'
export { RecordedDigests, type DigestRow } from './projection/recorded-digests.ts'
export { ReplayedRows, type RowColumns, type ReplayedRow } from './projection/replayed-rows.ts'
export { CopiedLedger, type CopiedLedgerReport, type CopiedRow } from './verify/copied-ledger.ts'
export { verificationJob } from './verify/verification-job.ts'
export { verifyLedger, type LedgerReport, type VerifyParts } from './verify/verify-ledger.ts'
export { ledgerSize, listLedgers } from './verify/verify-store.ts'
