import type { LedgerIdentity } from '../proofs/open-ledger.ts'
import type { Projection } from '../projection/projection.ts'
import { ReplayedRows } from '../projection/replayed-rows.ts'
import { ledgerKeys, streamKeyRows } from './verify-store.ts'

/** Name and public key of the ledger, as shown by its first entry, so that the key cannot be replaced. */
export const ledgerKeyProjection: Projection = {
  tables: [ledgerKeys],
  begin: (snapshot, findings) => {
    const keys = new ReplayedRows('ledger_keys')
    return {
      take: ({ kind, subject, payload, index }) => {
        if (kind !== 'workspace.created') return
        keys.set(subject.id, (payload as { ledger: LedgerIdentity }).ledger, index)
      },
      compare: () => keys.compare(streamKeyRows(snapshot), 'workspace_id', findings),
    }
  },
}
