import { useQuery } from '@tanstack/react-query'
import type { AppInstrument, InstrumentCalibrationRecord } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import styles from '../../../components/chart/chart.module.css'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { pointHistoryQuery } from '../../../queries/calibrations.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import type { DriftScale } from '../drift-chart/drift-scale.ts'
import { PointDrift } from './point-drift.tsx'
import { WorstHistory } from './worst-history.tsx'

interface PointChartsProps {
  view: 'point' | 'worst'
  instrument: AppInstrument
  records: readonly InstrumentCalibrationRecord[]
  /** Key of the chosen point. */
  point: string | undefined
  scale: DriftScale
  onScale: (scale: DriftScale) => void
  onPoint: (key: string) => void
}

/** What the points of an instrument did over its records: one of them, or the worst of each record. */
export default function PointCharts({ view, instrument, records, point, ...chosen }: PointChartsProps) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(pointHistoryQuery(workspaceId, instrument.id, point))
  if (error) return <ErrorSummary error={error} />
  if (data === undefined) return <DelayedSkeleton lines={5} height={40} />
  const shared = { history: data, records }
  return (
    <>
      {view === 'point' ? (
        <PointDrift {...shared} {...chosen} nextDueDate={instrument.due_date} />
      ) : (
        <WorstHistory {...shared} />
      )}
      {data.records.length < data.records_total && (
        <p className={styles.words}>
          {t('chart.newest', { records: data.records.length, total: data.records_total })}
        </p>
      )}
    </>
  )
}
