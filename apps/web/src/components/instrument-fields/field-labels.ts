import type { OptionalText } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { ofTexts } from './of-texts.ts'

/** The name of a text that an instrument may go without. */
export function textLabel(name: OptionalText): string {
  return t(`instrumentField.${name}`)
}

/** Returns the names of an instrument's fields, as forms and the history of changes show them. */
export function fieldLabels() {
  return {
    asset_tag: t('instrument.assetTag'),
    name: t('instrument.name'),
    status: t('instrument.registerStatus'),
    ...ofTexts(textLabel),
    is_reference_standard: t('instrument.isReference'),
    calibration_interval_value: t('instrument.interval'),
    calibration_interval_unit: t('instrument.intervalUnit'),
    calibration_interval_change_reason: t('instrument.intervalReason'),
    last_calibration_date: t('instrument.lastCalibration'),
    site_id: t('instrument.site'),
    location_id: t('instrument.location'),
    responsible_id: t('instrument.responsible'),
    grace_days: t('instrument.graceDays'),
    warning_days: t('instrument.warningDays'),
    requires_electronic_signature_override: t('instrument.signature'),
    customFields: t('instrument.customFields'),
  }
}
