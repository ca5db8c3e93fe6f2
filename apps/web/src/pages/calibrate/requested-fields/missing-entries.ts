import type { StandardCondition } from '@plumbline/contract'
import { alsoNeeded, type NeededByPoints, type Requirement } from './visible-fields.ts'
import type { RecordField, RecordValues } from '../record-values.ts'

/** A missing entry of a form. */
export interface MissingEntry {
  readonly field: RecordField
  /** Labels of the standards that require it; empty if other entries do. */
  readonly requiredBy: readonly string[]
}

/** The input for determining missing entries. */
export interface NeededFor {
  /** The requirements of the selected standards; undefined while unknown. */
  readonly requirements: readonly Requirement[] | undefined
  readonly values: RecordValues
  readonly unitOfMeasure: string | null
  /** The condition of the reference standard; null if none is selected, and while it is unknown. */
  readonly condition: StandardCondition | null
  /** Whether the record must state why its standard was used, even if it is valid. */
  readonly needsStandardReason?: boolean
  readonly isCorrection: boolean
  /** Null for a record with a single reading. */
  readonly ofPoints?: NeededByPoints | null
  /** The default decision rule. */
  readonly defaultRule?: string | null
}

/** Fields that satisfy the requirement of another field, as in the server's catalogue. */
const metInstead: Readonly<Record<string, readonly RecordField[]>> = {
  as_found_reading: ['as_left_reading'],
  reference_standard: ['reference_standard_asset_id'],
}

/** Returns all missing entries at once: the server reports some of them one by one. */
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
    ...alsoNeeded(values, unitOfMeasure, ofPoints, defaultRule).map((field): [RecordField, boolean] => [
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

/** In-house calibrations without a time get the current time from the server. */
function isFilledIn(field: RecordField, { calibration_type: type }: RecordValues): boolean {
  return field === 'performed_at' && type !== 'external_certificate'
}
