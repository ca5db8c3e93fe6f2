import type { CalibrationRecord } from '@plumbline/contract'
import { t } from '../../messages.ts'
import { Notice } from '../notice.tsx'
import { judge } from './verdict.ts'

/** What a decider must not overlook: an overdue standard, a result outside tolerance, a restriction. */
export function RecordWarnings({
  record,
  unitOfMeasure,
}: {
  record: CalibrationRecord
  unitOfMeasure: string | null
}) {
  const outside = judge(record, unitOfMeasure).final?.comparison.verdict === 'outside'
  const isPass = record.result === 'PASS' || record.result === 'PASS_WITH_ADJUSTMENT'
  return (
    <>
      {record.reference_standard_overdue === true && (
        <Notice tone="warning" title={t('warning.standardOverdue')}>
          {t('warning.standardOverdueHint')}
        </Notice>
      )}
      {outside && isPass && (
        <Notice tone="warning" title={t('warning.passOutside')}>
          {record.out_of_tolerance_impact === null
            ? t('warning.noJustification')
            : t('warning.justifiedBy', { justification: record.out_of_tolerance_impact })}
        </Notice>
      )}
    </>
  )
}
