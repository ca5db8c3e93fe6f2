import { withDecimalPoints } from '@plumbline/contract/tolerance'
import { decimalMark } from '../../base/decimal-mark.ts'
import type { RecordField, RecordValues } from './record-values.ts'

/** Entries with numbers that are compared with each other. */
const numberFields = [
  'nominal_value',
  'tolerance',
  'as_found_reading',
  'as_left_reading',
  'measurement_uncertainty',
  'coverage_factor',
] as const satisfies readonly RecordField[]

/**
 * Replaces decimal commas with points, in languages that use commas and if the meaning is unambiguous: the register states
 * `0.05 mm`, and people enter `50,03`.
 * @param recorded for a correction, the recorded values: unchanged entries are not converted
 */
export function inDecimalPoints(values: RecordValues, recorded?: RecordValues): RecordValues {
  if (decimalMark() !== ',') return values
  const typed = numberFields.filter((name) => values[name] !== recorded?.[name])
  const texts = Object.fromEntries(numberFields.map((name) => [name, values[name]]))
  const written = withDecimalPoints(texts, 'nominal_value')
  const changed = typed.filter((name) => written[name] !== values[name])
  return changed.length === 0
    ? values
    : { ...values, ...Object.fromEntries(changed.map((name) => [name, written[name]])) }
}
