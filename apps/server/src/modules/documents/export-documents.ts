import type { DocumentExportQuery } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Snapshot } from '../../platform/db/index.ts'
import { sheetOf, type ColumnsOf, type Table } from '../../platform/tables/index.ts'
import { filterOf } from './list-documents.ts'
import { wholeList, type ExportedDocument } from './list-store.ts'
import type { DocumentFilter } from './word-store.ts'

const columns: ColumnsOf<ExportedDocument> = {
  id: ({ documentId }) => documentId,
  file_name: ({ fileName }) => fileName,
  document_type: ({ documentType }) => documentType,
  asset_tag: ({ assetTag }) => assetTag,
  name: ({ instrumentName }) => instrumentName,
  instrument_id: ({ instrumentId }) => instrumentId,
  calibration_id: ({ calibrationId }) => calibrationId,
  uploaded_at: ({ uploadedAt }) => uploadedAt,
  uploaded_by: ({ uploadedBy }) => uploadedBy,
  uploaded_by_name: ({ uploadedByName }) => uploadedByName,
  is_archived: ({ isArchived }) => isArchived,
  content_type: ({ contentType }) => contentType,
  size_bytes: ({ sizeBytes }) => sizeBytes,
  sha256: ({ sha256 }) => sha256.toString('hex'),
  provider_id: ({ providerId }) => providerId,
  provider_name: ({ providerName }) => providerName,
}

/**
 * Exports every document of a filter within the caller's sites as a file, newest first. A caller with all sites also gets the
 * documents of providers, unless the filter selects an instrument, a calibration, a site or words.
 * @throws 422 INVALID_REQUEST for an unknown kind or value of `include`
 */
export async function documentTable(
  { db, clock }: { db: Database; clock: Clock },
  caller: Actor,
  query: DocumentExportQuery,
): Promise<Table> {
  const filter = await filterOf(db.in(caller.workspaceId), caller, query)
  return {
    // The timestamps in the file are UTC, so the date is too.
    name: `documents-${clock.now().toISOString().slice(0, 10)}`,
    sheets: [sheetOf('Documents', columns, (snapshot) => partsOf(snapshot, filter))],
  }
}

async function* partsOf(snapshot: Snapshot, filter: DocumentFilter): AsyncGenerator<ExportedDocument[]> {
  yield* snapshot.stream<ExportedDocument>(wholeList(snapshot, filter)).pages()
}
