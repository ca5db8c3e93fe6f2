import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { AppInstrument, CalibrationRecord, InstrumentCalibrationRecord } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { ListChoice } from '../../components/list-choice.tsx'
import { Panel } from '../../components/panel.tsx'
import { calibrationsOfQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { driftViews, isCounting, viewOf, type DriftView } from './drift-view.ts'
import { ReadingDrift } from './reading-drift.tsx'

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

/** Says what the drift will be drawn from, and what is known of the time before. */
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
