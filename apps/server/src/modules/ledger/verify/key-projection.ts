import type { LedgerIdentity } from '../proofs/open-ledger.ts'
import type { KeyReplacement } from '../proofs/replace-ledger-key.ts'
import type { Projection } from '../projection/projection.ts'
import type { FormerKey } from '../rules/key-history.ts'
import { ReplayedRows } from '../projection/replayed-rows.ts'
import { ledgerKeys, streamKeyRows } from './verify-store.ts'

/** Name and public keys of the ledger, as shown by its entries, so that no key can be replaced without one. */
export const ledgerKeyProjection: Projection = {
  tables: [ledgerKeys],
  begin: (snapshot, findings) => {
    const keys = new ReplayedRows('ledger_keys')
    return {
      take: ({ kind, subject, payload, index }) => {
        if (kind === 'workspace.created') {
          keys.set(subject.id, { ...(payload as { ledger: LedgerIdentity }).ledger, former_keys: [] }, index)
        }
        if (kind !== 'ledger.key_replaced') return
        const { public_key, former_public_key } = payload as KeyReplacement
        const before = keys.columns(subject.id) as { public_key: string; former_keys: FormerKey[] }
        if (before.public_key !== former_public_key) throw new Error('it replaces a key that was not in use')
        const former = { public_key: former_public_key, until_size: index + 1 }
        keys.change(subject.id, { public_key, former_keys: [...before.former_keys, former] }, index)
      },
      compare: () => keys.compare(streamKeyRows(snapshot), 'workspace_id', findings),
    }
  },
}
