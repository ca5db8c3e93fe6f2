import { RecordedPayload, type FieldTable } from '../ledger/index.ts'

/** What is recorded of an issued certificate. */
export const certificateFields = {
  calibrationId: 'calibration_id',
  number: 'number',
  fileName: 'file_name',
  printed: 'printed',
  sha256: 'sha256',
  sizeBytes: 'size_bytes',
  // Printed before the entry is made, so it differs from the entry's own instant.
  issuedAt: 'issued_at',
} as const satisfies FieldTable

/** The payload of an issued certificate's entry. */
export const certificatePayload = new RecordedPayload({
  kinds: ['certificate.issued'],
  fields: certificateFields,
})
