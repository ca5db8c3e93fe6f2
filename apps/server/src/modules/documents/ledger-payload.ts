import { RecordedPayload, type FieldTable } from '../ledger/index.ts'

/** Recorded fields of a document. */
export const documentFields = {
  instrumentId: 'instrument_id',
  calibrationId: 'calibration_id',
  fileName: 'file_name',
  documentType: 'document_type',
  contentType: 'content_type',
  sizeBytes: 'size_bytes',
  sha256: 'sha256',
  uploadedBy: 'uploaded_by',
} as const satisfies FieldTable

/** The payload of a new document's entry. */
export const documentPayload = new RecordedPayload({
  kinds: ['document.registered'],
  fields: documentFields,
})
