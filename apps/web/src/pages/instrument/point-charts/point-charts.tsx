import { useQuery } from '@tanstack/react-query'
import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import type { AppInstrument, InstrumentCalibrationRecord, PointHistory } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import styles from '../../../components/chart/chart.module.css'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { nominalName, pointName } from '../../../components/points/point-name.ts'
import { groupName } from '../../../components/points/point-rows.ts'
import { toleranceWords } from '../../../components/procedure/tolerance-words.ts'
import { pointHistoryQuery } from '../../../queries/calibrations.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DriftChart } from '../drift-chart/drift-chart.tsx'
import type { DriftScale } from '../drift-chart/drift-scale.ts'
import { DriftTable } from '../drift-chart/drift-table.tsx'
import { pointRecords } from './point-records.ts'
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

/** The history of an instrument's points: a selected point, or the worst point of each record. */
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

interface PointDriftProps {
  history: PointHistory
  records: readonly InstrumentCalibrationRecord[]
  nextDueDate: string | null
  scale: DriftScale
  onScale: (scale: DriftScale) => void
  onPoint: (key: string) => void
}

/** How one point drifts from record to record, and the choice of the point. */
function PointDrift({ history, records, nextDueDate, scale, onScale, onPoint }: PointDriftProps) {
  const drawn = useMemo(() => pointRecords(history, records, toleranceWords), [history, records])
  const { chosen } = history
  if (chosen === null) return <EmptyState title={t('chart.noPoints')} hint={t('chart.noPointsHint')} />
  const name = pointName(chosen) || t('chart.onlyPoint')
  return (
    <>
      <NativeSelect
        className="screen-only"
        mb="sm"
        maw={420}
        label={t('chart.point')}
        value={chosen.key}
        onChange={(event) => onPoint(event.currentTarget.value)}
        data={choicesOf(history)}
      />
      <p className={`${styles.words} ${styles.printed}`}>{name}</p>
      <DriftChart
        records={drawn}
        label={t('chart.driftOf', { point: name })}
        nextDueDate={nextDueDate}
        scale={scale}
        withLeftOut={false}
        onScale={onScale}
        table={(shown) => <DriftTable records={shown} caption={t('chart.readingsOf', { point: name })} />}
      />
      {drawn.length === 1 && <p className={styles.words}>{t('chart.oneRecord')}</p>}
      {history.points.length < history.points_total && (
        <p className={styles.words}>
          {t('chart.firstPoints', { points: history.points.length, total: history.points_total })}
        </p>
      )}
    </>
  )
}

/** Returns the points grouped by quantity, always including the selected one, even if there are too many to list. */
function choicesOf({ points, chosen }: PointHistory) {
  const isListed = points.some(({ key }) => key === chosen?.key)
  const all =
    isListed || chosen === null ? points : [...points, { ...chosen, records: chosen.measurements.length }]
  return [...Map.groupBy(all, (point) => groupName(point))].map(([group, members]) => ({
    group: group || t('chart.unnamed'),
    items: members.map((point) => ({
      value: point.key,
      label: t('chart.pointRecords', { point: nominalName(point) ?? '–', count: point.records }),
    })),
  }))
}
