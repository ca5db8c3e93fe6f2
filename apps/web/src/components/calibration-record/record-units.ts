import type { CalibrationRecord } from '@plumbline/contract'
import { withUnits, type MeasuredTexts } from '@plumbline/contract/tolerance'

/** The members of a record or form with quantities. */
export type MeasuredFields<Text extends string | null> = Readonly<
  Record<
    'nominal_value' | 'tolerance' | 'as_found_reading' | 'as_left_reading' | 'measurement_uncertainty',
    Text
  >
>

/**
 * A record as pages show it: numbers that were sent without a unit in the instrument's, as it was when the
 * record was made. Comparing takes the record itself.
 */
export function recordWithUnits<Record extends CalibrationRecord>(
  record: Record,
  unitOfMeasure: string | null,
): Record {
  return { ...record, ...fieldsOf(withUnits(textsOf(record), unitOfMeasure)) }
}

/** The measured fields of a record as the rules take them. */
export function textsOf<Text extends string | null>(fields: MeasuredFields<Text>): MeasuredTexts<Text> {
  return {
    nominalValue: fields.nominal_value,
    tolerance: fields.tolerance,
    asFoundReading: fields.as_found_reading,
    asLeftReading: fields.as_left_reading,
    measurementUncertainty: fields.measurement_uncertainty,
  }
}

/** The same back in the names of a record. */
export function fieldsOf<Text extends string | null>(texts: MeasuredTexts<Text>): MeasuredFields<Text> {
  return {
    nominal_value: texts.nominalValue,
    tolerance: texts.tolerance,
    as_found_reading: texts.asFoundReading,
    as_left_reading: texts.asLeftReading,
    measurement_uncertainty: texts.measurementUncertainty,
  }
}
