import type { importOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import type { ImportParts } from './parts.ts'
import { downloadFailedRows, readImport, readImportRows } from './read-import.ts'
import { startImport } from './start-import.ts'
import { issueImportUpload } from './upload-file.ts'

/** Handlers of imports, for both APIs. */
export function importRoutes(parts: ImportParts): Handlers<typeof importOperations, Caller> {
  return {
    createImportUploadUrl: async ({ caller }) => ({ body: await issueImportUpload(parts, caller) }),
    startImport: async ({ caller, body }) => {
      const importId = await startImport(parts, caller, body)
      return { body: await readImport(parts, caller, importId) }
    },
    getImport: async ({ caller, params }) => ({ body: await readImport(parts, caller, params.import_id) }),
    listImportRows: async ({ caller, params, query }) => ({
      body: await readImportRows(parts, caller, params.import_id, query.part ?? 0),
    }),
    downloadFailedRows: ({ caller, params, query }) =>
      downloadFailedRows(parts, caller, params.import_id, query.format),
  }
}
