import { refusalSentence } from '@plumbline/contract'
import type { MeasurementIssue } from '@plumbline/contract/measurement'
import { t } from '../../../base/messages.ts'
import { reasonText } from '../../../base/refusals.ts'
import { withUnit } from '../../../components/points/with-unit.ts'
import { groupName } from '../../../components/points/point-rows.ts'
import type { PointEntry } from './point-entry.ts'

/** Returns the label of a point: quantity and nominal value. */
export function pointName({ spec }: PointEntry): string {
  const nominal = spec.nominal === '' ? t('calibrate.point.new') : withUnit(spec.nominal, spec.unit)
  return [groupName(spec), nominal].filter(Boolean).join(' · ')
}

/** Returns what prevents the uncertainty of a point from being computed, or null. */
export function uncertaintyFault(issues: readonly MeasurementIssue[]): string | null {
  const issue = issues.find(({ path }) => path[0] === 'uncertainty')
  return issue ? (reasonText(issue.reason) ?? refusalSentence(issue.reason)) : null
}
