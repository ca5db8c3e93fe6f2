import type { Measurement } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { Notice } from '../../../components/notice.tsx'
import { rejectedPoints } from '../../../components/points/point-figures.ts'
import { RejectedNames } from '../../../components/points/points-warning.tsx'

/** That a record is about to pass although its decision rule rejects points of it: the person decides, but should know. */
export function RejectedWarning({
  result,
  measurements,
}: {
  result: string
  measurements: readonly Measurement[]
}) {
  const rejected = rejectedPoints(result, measurements)
  if (rejected.length === 0) return null
  return (
    <Notice tone="warning" live title={t('calibrate.point.passRejected', { count: rejected.length })}>
      <RejectedNames rejected={rejected} />
    </Notice>
  )
}
