import type { CalibrationRecord } from '@plumbline/contract'
import { outOfTolerance, saysNotAdjusted, type ToleranceComparison } from '@plumbline/contract/tolerance'
import { t, tIfKnown } from '../../base/messages.ts'
import { readingParts } from '../reading/reading-parts.ts'
import { recordWithUnits } from './record-units.ts'

/** One reading of a record beside what comparing it with the tolerance says. */
export interface JudgedReading {
  /** As it was sent, and with its unit where it was sent without. */
  readonly text: string
  readonly comparison: ToleranceComparison
  /** Unit of the deviation; empty when nothing names one. */
  readonly unit: string
}

/** Both readings of a record, judged by the server's own rule; null where none was taken. */
export interface JudgedReadings {
  readonly asFound: JudgedReading | null
  readonly asLeft: JudgedReading | null
  /** The one that decides: as left, else as found. */
  readonly final: JudgedReading | null
}

/** @param unitOfMeasure of the instrument when the record was made */
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

/** A deviation with its sign, in the digits of the record. */
export function signed(deviation: string): string {
  if (deviation.startsWith('-')) return withMinus(deviation)
  return Number(deviation) === 0 ? deviation : `+${deviation}`
}

/** A figure of ours with the minus sign of print, as wide as the plus; what was recorded stays as it was written. */
export function withMinus(figure: string): string {
  return figure.replace('-', '−')
}

/** Why readings and tolerance say neither inside nor outside, in a sentence. */
export function whyNotComparable({ token, sentence }: NonNullable<ToleranceComparison['reason']>): string {
  return t('verdict.notComparable', { reason: tIfKnown(`tolerance.${token}`) ?? sentence })
}
