import { columnsAfter, ReplayedRows, type Projection } from '../ledger/index.ts'
import { providerPayload } from './provider.ts'
import { providerRows, streamProviderRows } from './projection-store.ts'

/** Providers, as recorded in the ledger. */
export const providerProjection: Projection = {
  payloads: [providerPayload],
  tables: [providerRows],
  begin: (snapshot, findings) => {
    const providers = new ReplayedRows('providers')
    return {
      take: (entry) => {
        const { kind, subject, at, index } = entry
        if (subject.type !== 'provider') return
        if (kind !== 'provider.created') {
          return providers.change(subject.id, { ...columnsAfter(entry), updated_at: at }, index)
        }
        const columns = providerPayload.columns(entry.payload)
        providers.set(subject.id, { ...columns, created_at: at, updated_at: at }, index)
      },
      compare: () => providers.compare(streamProviderRows(snapshot), 'provider_id', findings),
    }
  },
}
