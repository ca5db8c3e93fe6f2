import type { StandardCondition } from '@plumbline/contract'
import { neededBesides, type NeededByPoints, type Requirement } from './asked-fields.ts'
import type { RecordField, RecordValues } from '../record-values.ts'

/** An entry that a form lacks. */
export interface MissingEntry {
  readonly field: RecordField
  /** Labels of the standards that require it; empty where the record itself does. */
  readonly requiredBy: readonly string[]
}

/** What decides about the entries that a form needs. */
export interface NeededFor {
  /** What the standards in force ask for; undefined while that is unknown. */
  readonly requirements: readonly Requirement[] | undefined
  readonly values: RecordValues
  readonly unitOfMeasure: string | null
  /** The condition of the reference standard; null where none is named, and while it is unknown. */
  readonly condition: StandardCondition | null
  /** Whether the record has to state why its standard was used, be it valid or not. */
  readonly needsStandardReason?: boolean
  readonly isCorrection: boolean
  /** Null for a record with a single reading. */
  readonly ofPoints?: NeededByPoints | null
  /** The decision rule that holds where none is chosen. */
  readonly defaultRule?: string | null
}

/** Entries that meet a requirement in place of its own field, as the server's catalogue has them. */
const metInstead: Readonly<Record<string, readonly RecordField[]>> = {
  as_found_reading: ['as_left_reading'],
  reference_standard: ['reference_standard_asset_id'],
}

/** Every entry without which the record is refused, all at once: the server reports some of them only one by one. */
export function missingEntries(needed: NeededFor): MissingEntry[] {
  const {
    requirements = [],
    values,
    unitOfMeasure,
    condition,
    isCorrection,
    ofPoints = null,
    defaultRule = null,
  } = needed
  const isUnfit = condition !== null && condition !== 'valid'
  const isBlank = (name: RecordField) => values[name].trim() === ''
  const required = requirements
    .filter(({ requirement, request_field }) => requirement === 'required' && request_field !== null)
    .map(({ request_field: field, required_by: requiredBy }) => ({ field: field as RecordField, requiredBy }))
    .filter(({ field }) => field in values && !isFilledIn(field, values))
    .filter(({ field }) => [field, ...(metInstead[field] ?? [])].every(isBlank))
  const others: [RecordField, boolean][] = [
    ['result', true],
    ...neededBesides(values, unitOfMeasure, ofPoints, defaultRule).map((field): [RecordField, boolean] => [
      field,
      true,
    ]),
    ['reference_standard_reason', isUnfit || needed.needsStandardReason === true],
    ['correction_reason', isCorrection],
  ]
  const known = new Set(required.map(({ field }) => field))
  const more = others.filter(([field, isNeeded]) => isNeeded && isBlank(field) && !known.has(field))
  return [...required, ...more.map(([field]) => ({ field, requiredBy: [] }))]
}

/** In-house, the server takes the present time for a calibration without one. */
function isFilledIn(field: RecordField, { calibration_type: type }: RecordValues): boolean {
  return field === 'performed_at' && type !== 'external_certificate'
}
