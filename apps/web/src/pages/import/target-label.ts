import { optionalTexts, type ImportKind, type ImportTarget, type OptionalText } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { recordLabels } from '../../components/calibration-record/record-labels.ts'
import { textLabel } from '../../components/instrument-fields/field-labels.ts'

/** What a column of a file can go to, in words. */
export function targetLabel(target: ImportTarget, kind: ImportKind): string {
  if (kind === 'instruments') return registerLabel(target)
  if (target === 'function') return t('procedure.function')
  if (target === 'range') return t('procedure.range')
  const labels: Readonly<Partial<Record<ImportTarget, string>>> = recordLabels()
  return labels[target] ?? registerLabel(target)
}

function registerLabel(target: ImportTarget): string {
  switch (target) {
    case 'asset_tag':
      return t('instrument.assetTag')
    case 'asset_tag_alternative':
      return t('import.target.assetTagAlternative')
    case 'name':
      return t('instrument.name')
    case 'site':
      return t('instrument.site')
    case 'location':
      return t('instrument.location')
    case 'place':
      return textLabel('location')
    case 'status':
      return t('instrument.registerStatus')
    case 'calibration_interval_value':
      return t('instrument.interval')
    case 'calibration_interval_unit':
      return t('instrument.intervalUnit')
    case 'last_calibration_date':
      return t('instrument.lastCalibration')
    case 'due_date':
      return t('import.target.dueDate')
    case 'grace_days':
      return t('instrument.graceDays')
    case 'is_reference_standard':
      return t('instrument.isReference')
    case 'interval_years':
    case 'interval_months':
    case 'interval_days':
      return t(`import.target.${target}`)
    case 'custom_field':
      return t('import.target.customField')
    case 'ignore':
      return t('import.target.ignore')
    default:
      return isOptionalText(target) ? textLabel(target) : target
  }
}

function isOptionalText(target: string): target is OptionalText {
  return (optionalTexts as readonly string[]).includes(target)
}
