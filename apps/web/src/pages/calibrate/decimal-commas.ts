import { withDecimalPoints } from '@plumbline/contract/tolerance'
import { decimalMark } from '../../base/decimal-mark.ts'
import type { RecordField, RecordValues } from './record-values.ts'

/** Entries that hold numbers which are compared with each other. */
const numberFields = [
  'nominal_value',
  'tolerance',
  'as_found_reading',
  'as_left_reading',
  'measurement_uncertainty',
  'coverage_factor',
] as const satisfies readonly RecordField[]

/**
 * The entries with decimal points for commas, in a language that writes commas and where they can mean nothing else: a
 * register says `0.05 mm`, and people type `50,03` beside it.
 * @param recorded on a correction, what stands in the ledger: an entry that nobody changed stays as it was written
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
