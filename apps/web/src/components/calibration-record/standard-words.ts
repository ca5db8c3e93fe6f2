import type { CalibrationRecord } from '@plumbline/contract'
import { t, tIfKnown } from '../../base/messages.ts'

/** The condition of a reference standard in words; a token that this version does not know stands as it is. */
export function conditionWords(condition: string | null): string | null {
  return condition === null ? null : (tIfKnown(`standardCondition.${condition}`) ?? condition)
}

/**
 * What was wrong with the reference standard of a record when it was used; null where nothing was. Records of earlier
 * releases say only that it was due.
 */
export function standardFault(record: CalibrationRecord): string | null {
  const { reference_standard_condition: condition, reference_standard_overdue: wasDue } = record
  if (condition === null) return wasDue === true ? t('standardCondition.due') : null
  return condition === 'valid' ? null : conditionWords(condition)
}
