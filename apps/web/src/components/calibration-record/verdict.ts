import type { CalibrationRecord } from '@plumbline/contract'
import { outOfTolerance, saysNotAdjusted, type ToleranceComparison } from '@plumbline/contract/tolerance'
import { t, tIfKnown } from '../../base/messages.ts'
import { readingParts } from '../reading/reading-parts.ts'
import { recordWithUnits } from './record-units.ts'

/** A reading of a record with the result of its comparison with the tolerance. */
export interface JudgedReading {
  /** The reading as sent, with the unit added if it was sent without one. */
  readonly text: string
  readonly comparison: ToleranceComparison
  /** Unit of the deviation; empty if none is stated. */
  readonly unit: string
}

/** Both readings of a record, compared by the same rule as on the server; null if none was taken. */
export interface JudgedReadings {
  readonly asFound: JudgedReading | null
  readonly asLeft: JudgedReading | null
  /** The final reading: as left, else as found. */
  readonly final: JudgedReading | null
}

/** Compares the readings of a record. @param unitOfMeasure unit of the instrument when the record was made */
export function judge(record: CalibrationRecord, unitOfMeasure: string | null): JudgedReadings {
  const shown = recordWithUnits(record, unitOfMeasure)
  const unitOf = (text: string) =>
    [shown.nominal_value ?? '', text].map((each) => readingParts(each).unit.trim()).find(Boolean) ??
    unitOfMeasure ??
    ''
  const judged = (name: 'as_found_reading' | 'as_left_reading'): JudgedReading | null => {
    const text = shown[name]
    if (text === null || text === '') return null
    const comparison = outOfTolerance({
      nominalValue: record.nominal_value,
      tolerance: record.tolerance,
      asFoundReading: record[name],
      unitOfMeasure,
    })
    return { text, unit: unitOf(text), comparison }
  }
  const asFound = judged('as_found_reading')
  const asLeft = judged('as_left_reading')
  const isAdjusted = asLeft !== null && !saysNotAdjusted(record.as_left_reading)
  return { asFound, asLeft, final: isAdjusted ? asLeft : asFound }
}

/** Returns a deviation with its sign, with the digits of the record. */
export function signed(deviation: string): string {
  if (deviation.startsWith('-')) return withMinus(deviation)
  return Number(deviation) === 0 ? deviation : `+${deviation}`
}

/** Returns a computed figure with a typographic minus sign, as wide as the plus sign. Recorded texts are shown as entered. */
export function withMinus(figure: string): string {
  return figure.replace('-', '−')
}

/** Returns a sentence on why readings cannot be compared with the tolerance. */
export function whyNotComparable({ token, sentence }: NonNullable<ToleranceComparison['reason']>): string {
  return t('verdict.notComparable', { reason: tIfKnown(`tolerance.${token}`) ?? sentence })
}
