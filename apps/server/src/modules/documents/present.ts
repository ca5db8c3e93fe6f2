import type { DocumentRecord } from '@plumbline/contract'
import type { DocumentRow } from './store.ts'

/** The public shape of a document. */
export function presentDocument(row: DocumentRow): DocumentRecord {
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
