import type { CalibrationRecordWithMeasurements } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { decisionRuleName } from '../decision-rule/decision-rule-name.ts'
import { sharedRule } from './point-figures.ts'
import { pointsSummary } from './points-summary.ts'
import styles from './points.module.css'

/** Summary of a record's points: their number, and the decision rule. */
export function PointsHead({ record }: { record: CalibrationRecordWithMeasurements }) {
  const rule = sharedRule(record.measurements)
  return (
    <div className={styles.head}>
      <p>{pointsSummary(record)}</p>
      {rule !== null && <p className={styles.aside}>{t('point.rule', { rule: decisionRuleName(rule) })}</p>}
    </div>
  )
}
