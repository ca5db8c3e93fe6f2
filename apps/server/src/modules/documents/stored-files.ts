import type { StoredFiles } from '../../platform/storage/index.ts'
import {
  documentsAfter as documentsOfProceduresAfter,
  lastDocumentId as lastDocumentIdOfProcedures,
} from '../procedures/index.ts'
import { pathPart } from './file-name.ts'
import { documentKey } from './rules/upload-key.ts'
import { documentsAfter, lastDocumentId } from './store.ts'

/** The files of documents, with their recorded hashes. */
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

/** The files of procedure documents, with the hashes that their revisions record. */
export const procedureFiles: StoredFiles = {
  lastId: lastDocumentIdOfProcedures,
  after: async (storage, queries, after, limit) =>
    (await documentsOfProceduresAfter(queries, after, limit)).map(
      ({ id, file_name: name, sha256, code }) => ({
        id,
        path: `procedures/${pathPart(code)}/${id}/${pathPart(name)}`,
        name: `document ${name} of procedure ${code} (${id})`,
        sha256: Buffer.from(sha256, 'hex'),
        read: () => storage.read(documentKey(queries.workspaceId, id)),
      }),
    ),
}
