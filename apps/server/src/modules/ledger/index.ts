export { activityRoutes, appLedgerRoutes } from './app-routes.ts'
export { appendEntries, enterEntries, type AppendedEntry, type EntryDraft } from './append-entries.ts'
export { firstDifference, type Difference } from './first-difference.ts'
export { exportLedger } from './export-ledger.ts'
export { keepCheckpoints } from './keep-checkpoints.ts'
export { listActivity, listActivityOf } from './list-activity.ts'
export { hasEntriesWithin } from './store.ts'
export { mayReadEveryEntry } from './may-read-every-entry.ts'
export { ledgerState, type LedgerState } from './ledger-state.ts'
export { openLedger } from './open-ledger.ts'
export { ledgerKeyProjection } from './key-projection.ts'
export {
  columnsAfter,
  type Findings,
  type Projection,
  type Replay,
  type ReplayedEntry,
  type RowFault,
} from './projection.ts'
export {
  columnsIn,
  columnsOf,
  fieldsWithout,
  RecordedPayload,
  type FieldTable,
  type RecordedField,
} from './recorded-payload.ts'
export { recordedColumns } from './recorded-columns-store.ts'
export { rebuildLedger, type RebuildReport } from './rebuild-ledger.ts'
export { lockHead } from './store.ts'
export { recordProof } from './prove-entry.ts'
export { ledgerRoutes, type ProvingDeps } from './routes.ts'
export { canonicalJson, type CanonicalValue } from './rules/canonical-json.ts'
export { type EntryKind } from './rules/entry-kind.ts'
export { keptNotes, type KeptNote } from './rules/kept-notes.ts'
export { latestCheckpoint, ledgerKey, type LedgerParts } from './sign-checkpoint.ts'
export { type CountedTable } from './counted-table.ts'
export { compareKept } from './compare-kept.ts'
export { type FollowingTable } from './following-table.ts'
export { KeptEntries, type KeptEntry, type KeptGroup } from './kept-entries.ts'
export { LedgerWrong } from './ledger-fault.ts'
export { replaying } from './replaying.ts'
export { type ReadModel } from './read-model.ts'
export { byLedgerIndex, RowsInOrder, type PlacedRow } from './rows-in-order.ts'
export { ToldRows, type RowColumns, type ToldRow } from './told-rows.ts'
export { verificationJob } from './verification-job.ts'
export { verifyLedger, type LedgerReport, type VerifyParts } from './verify-ledger.ts'
export { ledgerSize, listLedgers } from './verify-store.ts'
