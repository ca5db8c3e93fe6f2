import type { CalibrationRecord } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'

/** Returns the condition of a reference standard in words; an unknown token is returned as is. */
export function conditionWords(condition: string | null): string | null {
  return condition === null ? null : (tIfKnown(`standardCondition.${condition}`) ?? condition)
}

/**
 * Returns the problem of the reference standard of a record at the time of use; null if there was none. Records of
 * earlier releases state only that it was overdue.
 */
export function standardFault(record: CalibrationRecord): string | null {
  const { reference_standard_condition: condition, reference_standard_overdue: wasDue } = record
  if (condition === null) return wasDue === true ? t('standardCondition.due') : null
  return condition === 'valid' ? null : conditionWords(condition)
}
