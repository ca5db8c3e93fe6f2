import type { CalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/**
 * Returns what the person in `performed_by` did: performed the work, recorded the certificate of the laboratory that
 * performed it, or entered a known date.
 */
function actOf({ calibration_type: type, is_starting_record: isStarting }: CalibrationRecord) {
  if (isStarting === true) return 'entered'
  return type === 'external_certificate' ? 'recorded' : 'performed'
}

/** The label of the person of `performed_by`, for the act that the record states. */
export function recordPersonLabel(record: CalibrationRecord): string {
  const labels = {
    performed: t('calibrationField.performed_by'),
    recorded: t('calibration.recordedBy'),
    entered: t('calibrationField.entered_by'),
  }
  return labels[actOf(record)]
}

/** A person who did with a record what that of `performed_by` did, always with the act in front. */
export function personWordsIn(record: CalibrationRecord, name: string): string {
  const words = {
    performed: t('calibration.performedByName', { name }),
    recorded: t('calibration.recordedByName', { name }),
    entered: t('calibration.enteredByName', { name }),
  }
  return words[actOf(record)]
}

/** Returns the person in `performed_by`, preceded by the action if it is not the work itself; null if unknown. */
export function recordPersonWords(record: CalibrationRecord): string | null {
  const { performed_by: name } = record
  if (name === null) return null
  return actOf(record) === 'performed' ? name : personWordsIn(record, name)
}
