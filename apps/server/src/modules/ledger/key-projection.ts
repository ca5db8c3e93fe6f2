import type { LedgerIdentity } from './open-ledger.ts'
import type { Projection } from './projection.ts'
import { ToldRows } from './told-rows.ts'
import { ledgerKeys, walkKeyRows } from './verify-store.ts'

/** Name and public key of the ledger, as its first entry tells them: nobody puts another key in its place. */
export const ledgerKeyProjection: Projection = {
  tables: [ledgerKeys],
  begin: (snapshot, findings) => {
    const keys = new ToldRows('ledger_keys')
    return {
      take: ({ kind, subject, payload, index }) => {
        if (kind !== 'workspace.created') return
        keys.tell(subject.id, (payload as { ledger: LedgerIdentity }).ledger, index)
      },
      compare: () => keys.compare(walkKeyRows(snapshot), 'workspace_id', findings),
    }
  },
}
