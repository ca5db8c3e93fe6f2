import type { CalibrationRecord } from '@plumbline/contract'
import type { MessageKey } from '../../base/messages.ts'

/** The rule of the server in words: only an approved, current record that measured something has one. */
export function whyNoCertificate(record: CalibrationRecord): MessageKey | undefined {
  if (record.status === 'voided') return 'certificate.voided'
  if (record.status === 'superseded') return 'certificate.superseded'
  if (record.approval_status === 'pending') return 'certificate.pending'
  if (record.approval_status === 'rejected') return 'certificate.rejected'
  return record.is_starting_record === true ? 'certificate.startingRecord' : undefined
}
