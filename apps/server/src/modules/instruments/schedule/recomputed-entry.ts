import type { Transaction } from '../../../platform/db/index.ts'
import type { EntryDraft } from '../../ledger/index.ts'

/** Appends the entry that increments the version of instruments whose due dates moved with a time zone. */
export function recomputedEntry(tx: Transaction, instrumentIds: readonly string[]): EntryDraft {
  return {
    kind: 'workspace.due_dates_recomputed',
    subject: { type: 'workspace', id: tx.workspaceId },
    payload: { instrument_ids: instrumentIds },
  }
}
