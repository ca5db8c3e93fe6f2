import { shownCalibrationFields, type ShownCalibrationField } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/** Returns the names of a record's fields, as the form and its errors show them. */
export function recordLabels() {
  const labels = shownCalibrationFields.map((name) => [name, t(`calibrationField.${name}`)] as const)
  return {
    ...(Object.fromEntries(labels) as Record<ShownCalibrationField, string>), // Each of them has its name.
    reference_standard_asset_id: t('calibrationField.reference_standard'),
    provider_id: t('calibrationField.service_provider'),
    accredited: t('calibrationField.accredited'),
    correction_reason: t('correct.reason'),
  }
}

/** Inputs of fields without a separate input. */
const inputs: Readonly<Record<string, string>> = {
  reference_standard_asset_id: 'reference_standard',
  provider_id: 'service_provider',
}

/** The element of a field's input, for links from the summary. */
export function recordFieldId(name: string): string {
  return `record-${inputs[name] ?? name}`
}
