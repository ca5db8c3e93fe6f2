import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { NativeSelect } from '@mantine/core'
import type { AppInstrument, CalibrationRecord, InstrumentCalibrationRecord } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import styles from '../../components/chart/chart.module.css'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { ListChoice } from '../../components/list-choice.tsx'
import { Panel } from '../../components/panel.tsx'
import { calibrationsOfQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DriftChart } from './drift-chart/drift-chart.tsx'
import { type DriftRecord, driftRecords, isOneSeries } from './drift-chart/drift-records.ts'
import { DriftTable } from './drift-chart/drift-table.tsx'
import { type DriftView, driftViews, isCounting, viewOf } from './drift-view.ts'

/** Instruments without points need none of it. */
const PointCharts = lazy(() => import('./point-charts/point-charts.tsx'))

/** How the instrument drifted from calibration to calibration: by its single readings, or by its points. */
export function InstrumentDrift({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(calibrationsOfQuery(workspaceId, instrument.id))
  const measured = data?.filter((one) => one.record_type !== 'void' && one.is_starting_record !== true) ?? []
  return (
    <Panel title={t('drift.heading')}>
      {error && <ErrorSummary error={error} />}
      {data === undefined && !error && <DelayedSkeleton lines={5} height={40} />}
      {data !== undefined && measured.length === 0 && <NothingMeasured opening={data.find(isOpening)} />}
      {data !== undefined && measured.length > 0 && <Charts instrument={instrument} records={data} />}
    </Panel>
  )
}

interface ChartsProps {
  instrument: AppInstrument
  /** Newest first. */
  records: readonly InstrumentCalibrationRecord[]
}

function Charts({ instrument, records }: ChartsProps) {
  const search = useSearch({ from: '/w/$workspaceId/instruments/$instrumentId' })
  const navigate = useNavigate({ from: '/w/$workspaceId/instruments/$instrumentId' })
  const change = (wanted: object) =>
    void navigate({
      search: (present) => ({ ...present, ...wanted }),
      replace: true,
      resetScroll: false,
    })
  const hasPoints = records.some((one) => isCounting(one) && (one.measurement_count ?? 0) > 0)
  const view = viewOf(search.chart, records)
  const shared = {
    instrument,
    records,
    scale: search.percent ? ('percent' as const) : ('unit' as const),
    onScale: (wanted: string) => change({ percent: wanted === 'percent' ? true : undefined }),
  }
  return (
    <>
      {hasPoints && <ViewChoice view={view} onView={(chart) => change({ chart })} />}
      {view === 'readings' ? (
        <ReadingDrift
          {...shared}
          series={search.series}
          onSeries={(series) => change({ series })}
          withLeftOut={search.all ?? false}
          onWithLeftOut={(all) => change({ all: all ? true : undefined })}
        />
      ) : (
        <Suspense fallback={<DelayedSkeleton lines={5} height={40} />}>
          <PointCharts
            {...shared}
            view={view}
            point={search.series}
            onPoint={(series) => change({ series })}
          />
        </Suspense>
      )}
    </>
  )
}

function ViewChoice({ view, onView }: { view: DriftView; onView: (view: DriftView) => void }) {
  return (
    <ListChoice
      mb="sm"
      label={t('chart.view')}
      value={view}
      onChange={onView}
      data={driftViews.map((value) => ({ value, label: t(`chart.view.${value}`) }))}
    />
  )
}

/** The record with which an instrument was entered that had been calibrated before. */
function isOpening({ is_starting_record, status }: CalibrationRecord): boolean {
  return is_starting_record === true && status === 'current'
}

/** States from which data the drift will be drawn, and what is known about earlier calibrations. */
function NothingMeasured({ opening }: { opening: CalibrationRecord | undefined }) {
  const { workspaceId, workspace } = useWorkspace()
  if (!opening?.performed_at) return <EmptyState title={t('drift.empty')} hint={t('drift.emptyHint')} />
  const date = formatDate(dateInZone(opening.performed_at, workspace.timezone))
  return (
    <EmptyState
      title={t('drift.noReadings')}
      hint={t('drift.emptyHint')}
      action={
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: opening.id }}
        >
          {t('drift.starting', { date })}
        </LinkAnchor>
      }
    />
  )
}

interface ReadingDriftProps {
  instrument: AppInstrument
  /** Newest first. */
  records: readonly InstrumentCalibrationRecord[]
  scale: 'unit' | 'percent'
  /** The selected nominal value; undefined for all. */
  series: string | undefined
  withLeftOut: boolean
  onScale: (scale: 'unit' | 'percent') => void
  onSeries: (series: string | undefined) => void
  onWithLeftOut: (shown: boolean) => void
}

/** The drift of single readings: those with the same nominal value are joined. */
function ReadingDrift({ instrument, records, series, onSeries, ...chosen }: ReadingDriftProps) {
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
