import { t } from '../../messages.ts'
import type { InstrumentFormValues } from './instrument-form-values.ts'

/** Names of an instrument's fields, as forms and the story of changes show them. */
export function fieldLabels(): Record<keyof InstrumentFormValues, string> {
  return {
    asset_tag: t('instrument.assetTag'),
    name: t('instrument.name'),
    manufacturer: t('instrument.manufacturer'),
    model: t('instrument.model'),
    serial_number: t('instrument.serialNumber'),
    category: t('instrument.category'),
    department: t('instrument.department'),
    location: t('instrument.place'),
    tolerance_spec: t('instrument.toleranceSpec'),
    notes: t('instrument.notes'),
    unit_of_measure: t('instrument.unit'),
    method: t('instrument.method'),
    is_reference_standard: t('instrument.isReference'),
    calibration_interval_value: t('instrument.interval'),
    calibration_interval_unit: t('instrument.intervalUnit'),
    calibration_interval_change_reason: t('instrument.intervalReason'),
    last_calibration_date: t('instrument.lastCalibration'),
    site_id: t('instrument.site'),
    location_id: t('instrument.location'),
    grace_days: t('instrument.graceDays'),
    warning_days: t('instrument.warningDays'),
    requires_electronic_signature_override: t('instrument.signature'),
    customFields: t('instrument.customFields'),
  }
}
