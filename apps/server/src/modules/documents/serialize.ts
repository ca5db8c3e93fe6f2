import type { AppDocument, DocumentRecord } from '@plumbline/contract'
import type { DescribedDocument } from './list-store.ts'
import type { DocumentRow } from './store.ts'

/** Returns a document in public form. */
export function serializeDocument(row: DocumentRow): DocumentRecord {
  return {
    id: row.documentId,
    instrument_id: row.instrumentId,
    file_name: row.fileName,
    document_type: row.documentType,
    calibration_id: row.calibrationId,
    uploaded_at: row.uploadedAt,
    uploaded_by: row.uploadedBy,
    is_archived: row.isArchived,
  }
}

/** Returns a document in the form that the app shows in lists across instruments. */
export function serializeAppDocument(row: DescribedDocument): AppDocument {
  return {
    ...serializeDocument(row),
    content_type: row.contentType,
    size_bytes: row.sizeBytes,
    sha256: row.sha256.toString('hex'),
    uploaded_by_name: row.uploadedByName,
    instrument: { id: row.instrumentId, asset_tag: row.assetTag, name: row.instrumentName },
  }
}
