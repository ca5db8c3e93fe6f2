import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import type { InstrumentCalibrationRecord, PointHistory } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import styles from '../../../components/chart/chart.module.css'
import { EmptyState } from '../../../components/empty-state.tsx'
import { nominalName, pointName } from '../../../components/points/point-name.ts'
import { groupName } from '../../../components/points/point-rows.ts'
import { toleranceWords } from '../../../components/procedure/tolerance-words.ts'
import { DriftChart } from '../drift-chart/drift-chart.tsx'
import type { DriftScale } from '../drift-chart/drift-scale.ts'
import { DriftTable } from '../drift-chart/drift-table.tsx'
import { pointRecords } from './point-records.ts'

interface PointDriftProps {
  history: PointHistory
  records: readonly InstrumentCalibrationRecord[]
  nextDueDate: string | null
  scale: DriftScale
  onScale: (scale: DriftScale) => void
  onPoint: (key: string) => void
}

/** How one point drifts from record to record, and the choice of the point. */
export function PointDrift({ history, records, nextDueDate, scale, onScale, onPoint }: PointDriftProps) {
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

/** Points under what they measure. The chosen one is among them even where there are too many to choose from. */
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
