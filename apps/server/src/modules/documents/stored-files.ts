import type { StoredFiles } from '../../platform/storage/index.ts'
import { pathPart } from './file-name.ts'
import { documentKey } from './rules/upload-key.ts'
import { documentsAfter, lastDocumentId } from './store.ts'

/** The files of documents, with the hashes that were recorded of them. */
export const documentFiles: StoredFiles = {
  lastId: lastDocumentId,
  after: async (storage, queries, after, limit) =>
    (await documentsAfter(queries, after, limit)).map(({ documentId, fileName, sha256 }) => ({
      id: documentId,
      path: `documents/${documentId}/${pathPart(fileName)}`,
      name: `document ${fileName} (${documentId})`,
      sha256,
      read: () => storage.read(documentKey(queries.workspaceId, documentId)),
    })),
}
