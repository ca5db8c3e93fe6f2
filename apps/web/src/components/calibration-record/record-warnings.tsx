import { type CalibrationRecord, isPassing } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { Notice } from '../notice.tsx'
import { decisionOfRecord, passesAgainst } from './decided-reading.ts'
import { standardFault } from './standard-words.ts'
import { judge } from './verdict.ts'

/** Warnings for deciding on a record: a faulty standard, a result out of tolerance, a restriction. */
export function RecordWarnings({
  record,
  unitOfMeasure,
}: {
  record: CalibrationRecord
  unitOfMeasure: string | null
}) {
  const pointsOut = record.points_out ?? 0
  const outside = pointsOut > 0 || judge(record, unitOfMeasure).final?.comparison.verdict === 'outside'
  const isPass = isPassing(record.result)
  const decided = outside ? null : decisionOfRecord(record, unitOfMeasure)
  const fault = standardFault(record)
  return (
    <>
      {fault !== null && (
        <Notice tone="warning" title={t('warning.standardFault', { condition: fault })}>
          {record.reference_standard_reason === null
            ? t('warning.noStandardReason')
            : t('warning.standardReason', { reason: record.reference_standard_reason })}
        </Notice>
      )}
      {outside && isPass && (
        <Notice
          tone="warning"
          title={pointsOut > 0 ? t('warning.passPointsOut', { count: pointsOut }) : t('warning.passOutside')}
        >
          {record.out_of_tolerance_impact === null
            ? t('warning.noJustification')
            : t('warning.justifiedBy', { justification: record.out_of_tolerance_impact })}
        </Notice>
      )}
      {decided !== null && passesAgainst(record.result, decided) && (
        <Notice
          tone="warning"
          title={t('decisionRule.againstRecord', {
            outcome: t(`point.outcome.${decided.decision.outcome}`),
          })}
        >
          {record.out_of_tolerance_impact === null
            ? t('decisionRule.noReason')
            : t('decisionRule.reason', { reason: record.out_of_tolerance_impact })}
        </Notice>
      )}
    </>
  )
}
