import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Difference } from '../../components/form/overtaken.tsx'
import { fieldLabels } from '../../components/instrument-fields/field-labels.ts'
import { nameOf } from '../../components/instrument-fields/instrument-words.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'
import type { CustomFieldRow, InstrumentFormValues } from './instrument-form-values.ts'

type Name = keyof InstrumentFormValues

/**
 * What another person has saved since the form was opened, beside what was typed here.
 * @param before what was read when the form was opened
 * @param newer what is saved now
 */
export function differencesOf(
  before: InstrumentFormValues,
  newer: InstrumentFormValues,
  typed: InstrumentFormValues,
  open: OpenWorkspace,
): Difference[] {
  const labels: Record<Name, string> = fieldLabels()
  const differs = (one: InstrumentFormValues, other: InstrumentFormValues, name: Name) =>
    shown(one, name, open) !== shown(other, name, open)
  return (Object.keys(newer) as Name[])
    .filter((name) => differs(before, newer, name))
    .map((name) => ({
      key: name,
      label: labels[name],
      theirs: shown(newer, name, open) || '–',
      mine: differs(before, typed, name) ? shown(typed, name, open) || '–' : undefined,
    }))
}

/** A value of the form in words. */
function shown(values: InstrumentFormValues, name: Name, { sites, locations }: OpenWorkspace): string {
  const value = values[name]
  if (typeof value === 'boolean') return t(value ? 'yesNo.yes' : 'yesNo.no')
  if (typeof value !== 'string')
    return value.map((row: CustomFieldRow) => `${row.label}: ${row.value}`).join('; ')
  if (name === 'site_id') return nameOf(sites, value) ?? value
  if (name === 'location_id') return nameOf(locations, value) ?? value
  if (name === 'last_calibration_date' && value !== '') return formatDate(value)
  if (name === 'requires_electronic_signature_override' && value !== '') {
    return t(value === 'true' ? 'yesNo.yes' : 'yesNo.no')
  }
  return value
}
