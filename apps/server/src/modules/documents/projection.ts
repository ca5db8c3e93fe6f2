import { ToldRows, type Projection, type RowColumns } from '../ledger/index.ts'
import { walkDocumentRows } from './projection-store.ts'

/** Documents as the ledger tells them, each with the hash of its file. */
export const documentProjection: Projection = {
  begin: (snapshot, findings) => {
    const documents = new ToldRows('documents')
    return {
      take: ({ kind, subject, payload, at, index }) => {
        if (kind === 'document.registered') {
          const { nonce: _nonce, actor_name: _name, ...described } = payload as RowColumns
          documents.tell(subject.id, { ...described, uploaded_at: at, is_archived: false }, index)
        }
        if (kind === 'document.archived') documents.change(subject.id, { is_archived: true }, index)
      },
      compare: () => documents.compare(walkDocumentRows(snapshot), 'document_id', findings),
    }
  },
}
