import { dateInZone, formatDate } from '../../../base/formats.ts'
import { t, tIfKnown } from '../../../base/messages.ts'
import { recordPersonWords } from '../../../components/calibration-record/record-person.ts'
import { withMinus } from '../../../components/calibration-record/verdict.ts'
import type { DriftReading, DriftRecord } from './drift-records.ts'

/** The lines of a record, as the chart shows them and screen readers speak them. */
export function summaryWords(one: DriftRecord, zone: string): string[] {
  const { record } = one
  const words = [formatDate(dateInZone(record.performed_at!, zone))]
  if (record.result !== null) words.push(tIfKnown(`result.${record.result}`) ?? record.result)
  if (record.as_found_reading) words.push(readingWords('drift.foundAt', record.as_found_reading, one.asFound))
  if (record.as_left_reading) words.push(readingWords('drift.leftAt', record.as_left_reading, one.asLeft))
  if (record.measurement_uncertainty) {
    words.push(t('drift.uncertaintyAt', { uncertainty: record.measurement_uncertainty }))
  }
  const person = recordPersonWords(record)
  if (person !== null) words.push(person)
  return words
}

function readingWords(
  key: 'drift.foundAt' | 'drift.leftAt',
  reading: string,
  value: DriftReading | null,
): string {
  const parts = [t(key, { reading })]
  const percent = value?.percent ?? null
  if (percent !== null)
    parts.push(t('drift.ofTolerance', { percent: withMinus(String(Math.round(percent))) }))
  if (value?.isOutside) parts.push(t('drift.outside'))
  return parts.join(', ')
}
