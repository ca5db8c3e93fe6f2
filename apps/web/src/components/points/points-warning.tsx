import type { CalibrationRecordWithMeasurements, Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { Notice } from '../notice.tsx'
import { rejectedPoints } from './point-figures.ts'
import { groupName } from './point-rows.ts'

/** Points that a notice names; more are counted. */
const NAMED_MAX = 5

/** That a record passes although its decision rule rejects points of it, and which. */
export function PointsWarning({ record }: { record: CalibrationRecordWithMeasurements }) {
  const rejected = rejectedPoints(record.result, record.measurements)
  if (rejected.length === 0) return null
  return (
    <Notice tone="warning" title={t('warning.passRejected', { count: rejected.length })}>
      <RejectedNames rejected={rejected} />
    </Notice>
  )
}

/** The points that a rule rejects, in a line. */
export function RejectedNames({ rejected }: { rejected: readonly Measurement[] }) {
  const more = rejected.length - NAMED_MAX
  const names = rejected.slice(0, NAMED_MAX).map(nameOf).join('; ')
  return more > 0 ? t('warning.andMore', { names, count: more }) : names
}

/** A point and what was decided on it, in a line. */
function nameOf(point: Measurement): string {
  const nominal = point.nominal ? `${point.nominal.value} ${point.nominal.unit}` : ''
  const name = [groupName(point), nominal].filter(Boolean).join(' · ')
  return `${name}: ${t(`point.outcome.${point.decision?.outcome ?? 'not_computed'}`)}`
}
