import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import type { AppInstrument, InstrumentCalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import styles from '../../components/chart/chart.module.css'
import { DriftChart } from './drift-chart/drift-chart.tsx'
import { driftRecords, isOneSeries, type DriftRecord } from './drift-chart/drift-records.ts'
import { DriftTable } from './drift-chart/drift-table.tsx'

interface ReadingDriftProps {
  instrument: AppInstrument
  /** Newest first. */
  records: readonly InstrumentCalibrationRecord[]
  scale: 'unit' | 'percent'
  /** The nominal value that is looked at; undefined for all of them. */
  series: string | undefined
  withLeftOut: boolean
  onScale: (scale: 'unit' | 'percent') => void
  onSeries: (series: string | undefined) => void
  onWithLeftOut: (shown: boolean) => void
}

/** How single readings drift: those at one nominal value are joined, and nothing follows from several together. */
export function ReadingDrift({ instrument, records, series, onSeries, ...chosen }: ReadingDriftProps) {
  const all = useMemo(() => driftRecords(records), [records])
  const choices = useMemo(() => choicesOf(all), [all])
  const wanted = choices.find(({ value }) => value === series)?.value
  const drawn = useMemo(
    () => (wanted === undefined ? all : all.filter((record) => record.series === wanted)),
    [all, wanted],
  )
  const counting = drawn.filter(
    ({ isLeftOut, asFound, asLeft }) => !isLeftOut && (asFound ?? asLeft) !== null,
  )
  return (
    <>
      {choices.length > 1 && (
        <NativeSelect
          className="screen-only"
          mb="sm"
          maw={420}
          label={t('drift.nominalShown')}
          value={wanted ?? ''}
          onChange={(event) => onSeries(event.currentTarget.value || undefined)}
          data={[{ value: '', label: t('drift.allNominals') }, ...choices]}
        />
      )}
      {!isOneSeries(counting) && <p className={styles.words}>{t('drift.mixture')}</p>}
      <DriftChart
        records={drawn}
        nextDueDate={instrument.due_date}
        table={(shown) => <DriftTable records={shown} />}
        {...chosen}
      />
    </>
  )
}

/** The nominal values at which single readings were taken, as the newest record writes each. */
function choicesOf(all: readonly DriftRecord[]): { value: string; label: string }[] {
  const readings = all.filter(({ isLeftOut, series }) => !isLeftOut && series !== null)
  return [...Map.groupBy(readings.toReversed(), ({ series }) => series!)].map(([value, same]) => ({
    value,
    label: t('chart.pointRecords', { point: same[0]!.record.nominal_value ?? value, count: same.length }),
  }))
}
