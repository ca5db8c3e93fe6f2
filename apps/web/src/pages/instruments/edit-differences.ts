import type { Performer } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import type { Difference } from '../../components/form/edit-conflict.tsx'
import { fieldLabels } from '../../components/instrument-fields/field-labels.ts'
import { nameOf, responsibleName } from '../../components/instrument-fields/instrument-words.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'
import { changedLabels, type InstrumentFormValues } from './instrument-form-values.ts'

/** What the IDs and tokens of a form are shown by. */
interface Known extends Pick<OpenWorkspace, 'sites' | 'locations'> {
  /** Undefined while they are read. */
  people: readonly Performer[] | undefined
}

/** Fields with a single value. */
type Name = Exclude<keyof InstrumentFormValues, 'customFields'>

/**
 * Returns the changes that another person has saved since the form was opened, with the values entered here.
 * @param before the values when the form was opened
 * @param newer the values that are saved now
 */
export function differencesOf(
  before: InstrumentFormValues,
  newer: InstrumentFormValues,
  typed: InstrumentFormValues,
  known: Known,
): Difference[] {
  const labels = fieldLabels()
  const differs = (one: InstrumentFormValues, other: InstrumentFormValues, name: Name) =>
    shown(one, name, known) !== shown(other, name, known)
  const names = Object.keys(newer).filter((name): name is Name => name !== 'customFields')
  const fields = names
    .filter((name) => differs(before, newer, name))
    .map((name) => ({
      key: name,
      label: labels[name],
      theirs: shown(newer, name, known) || '–',
      mine: differs(before, typed, name) ? shown(typed, name, known) || '–' : undefined,
    }))
  return [...fields, ...customDifferences(before, newer, typed)]
}

/** The same for custom fields, each by its own label. */
function customDifferences(
  before: InstrumentFormValues,
  newer: InstrumentFormValues,
  typed: InstrumentFormValues,
): Difference[] {
  const mine = changedLabels(before.customFields, typed.customFields)
  return Object.entries(changedLabels(before.customFields, newer.customFields)).map(([label, value]) => ({
    key: `custom ${label}`,
    label,
    theirs: value || '–',
    mine: Object.hasOwn(mine, label) ? mine[label] || '–' : undefined,
  }))
}

/** A value of the form in words. */
function shown(values: InstrumentFormValues, name: Name, { sites, locations, people }: Known): string {
  const value = values[name]
  if (typeof value === 'boolean') return t(value ? 'yesNo.yes' : 'yesNo.no')
  if (value === '') return ''
  if (name === 'site_id') return nameOf(sites, value) ?? value
  if (name === 'location_id') return nameOf(locations, value) ?? value
  if (name === 'responsible_id') return responsibleName(people, { responsible_id: value }) ?? ''
  if (name === 'calibration_interval_unit') return tIfKnown(`unit.${value}`) ?? value
  if (name === 'last_calibration_date') return formatDate(value)
  if (name === 'requires_electronic_signature_override') {
    return t(value === 'true' ? 'yesNo.yes' : 'yesNo.no')
  }
  return value
}
