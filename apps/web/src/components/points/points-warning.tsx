import type { CalibrationRecordWithMeasurements, Measurement } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { Notice } from '../notice.tsx'
import { rejectedPoints } from './point-figures.ts'
import { groupName } from './point-rows.ts'

/** Maximum number of points named in a notice; the others are counted. */
const NAMED_MAX = 5

/** Warns that a record passes although its decision rule rejects points, and names them. */
export function PointsWarning({ record }: { record: CalibrationRecordWithMeasurements }) {
  const rejected = rejectedPoints(record.result, record.measurements)
  if (rejected.length === 0) return null
  return (
    <Notice tone="warning" title={t('warning.passRejected', { count: rejected.length })}>
      <RejectedNames rejected={rejected} />
    </Notice>
  )
}

/** The points rejected by a rule, on one line. */
export function RejectedNames({ rejected }: { rejected: readonly Measurement[] }) {
  const more = rejected.length - NAMED_MAX
  const names = rejected.slice(0, NAMED_MAX).map(nameOf).join('; ')
  return more > 0 ? t('warning.andMore', { names, count: more }) : names
}

/** Returns a point and its decision as a short text. */
function nameOf(point: Measurement): string {
  const nominal = point.nominal ? `${point.nominal.value} ${point.nominal.unit}` : ''
  const name = [groupName(point), nominal].filter(Boolean).join(' · ')
  return `${name}: ${t(`point.outcome.${point.decision?.outcome ?? 'not_computed'}`)}`
}
