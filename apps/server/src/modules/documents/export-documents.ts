import type { AppDocument, DocumentExportQuery } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Snapshot } from '../../platform/db/index.ts'
import { sheetOf, type ColumnsOf, type Table } from '../../platform/tables/index.ts'
import { filterOf } from './list-documents.ts'
import { wholeList, type DescribedDocument } from './list-store.ts'
import { serializeAppDocument } from './serialize.ts'
import type { DocumentFilter } from './word-store.ts'

const columns: ColumnsOf<AppDocument> = {
  id: ({ id }) => id,
  file_name: (document) => document.file_name,
  document_type: (document) => document.document_type,
  asset_tag: ({ instrument }) => instrument.asset_tag,
  name: ({ instrument }) => instrument.name,
  instrument_id: ({ instrument }) => instrument.id,
  calibration_id: (document) => document.calibration_id,
  uploaded_at: (document) => document.uploaded_at,
  uploaded_by: (document) => document.uploaded_by,
  uploaded_by_name: (document) => document.uploaded_by_name,
  is_archived: (document) => document.is_archived,
  content_type: (document) => document.content_type,
  size_bytes: (document) => document.size_bytes,
  sha256: ({ sha256 }) => sha256,
}

/**
 * Every document of a filter within the caller's reach as a file, newest first.
 * @throws 422 INVALID_REQUEST for an unknown kind or word of `include`
 */
export async function documentTable(
  { db, clock }: { db: Database; clock: Clock },
  caller: Actor,
  query: DocumentExportQuery,
): Promise<Table> {
  const filter = await filterOf(db.in(caller.workspaceId), caller, query)
  return {
    // Its instants are UTC, and so is its day.
    name: `documents-${clock.now().toISOString().slice(0, 10)}`,
    sheets: [sheetOf('Documents', columns, (snapshot) => partsOf(snapshot, filter))],
  }
}

async function* partsOf(snapshot: Snapshot, filter: DocumentFilter): AsyncGenerator<AppDocument[]> {
  for await (const rows of snapshot.stream<DescribedDocument>(wholeList(snapshot, filter)).pages()) {
    yield rows.map(serializeAppDocument)
  }
}
