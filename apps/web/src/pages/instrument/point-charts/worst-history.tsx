import { useMemo } from 'react'
import type {
  InstrumentCalibrationRecord,
  PointHistory,
  PointHistoryRecord,
  WorstPoint,
} from '@plumbline/contract'
import { dateInZone, formatDate } from '../../../base/formats.ts'
import { t, tIfKnown } from '../../../base/messages.ts'
import styles from '../../../components/chart/chart.module.css'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { percentShown } from '../../../components/points/point-figures.ts'
import { pointName } from '../../../components/points/point-name.ts'
import { pointsSummary } from '../../../components/points/points-summary.ts'
import { RecordLink } from '../../../components/record-link.tsx'
import { ResultBadge } from '../../../components/status/status-badge.tsx'
import { usePhone } from '../../../components/use-narrow.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DriftChart } from '../drift-chart/drift-chart.tsx'
import type { DriftRecord } from '../drift-chart/drift-records.ts'
import { worstRecords } from './point-records.ts'

/** How much of its tolerance the worst point of each record took. */
export function WorstHistory({
  history,
  records,
}: {
  history: PointHistory
  records: readonly InstrumentCalibrationRecord[]
}) {
  const drawn = useMemo(() => worstRecords(history, records), [history, records])
  const wordsOf = useMemo(() => {
    const byId = new Map(history.records.map((record) => [record.calibration_id, record]))
    return ({ record }: DriftRecord, zone: string) => worstWords(byId.get(record.id)!, zone)
  }, [history])
  if (history.records.every(({ worst_found, worst_left }) => !worst_found && !worst_left)) {
    return <EmptyState title={t('chart.notComparable')} hint={t('chart.notComparableHint')} />
  }
  return (
    <>
      <p className={styles.words}>{t('chart.worstHint')}</p>
      <DriftChart
        records={drawn}
        label={t('chart.worstTitle')}
        hasAdjustments={false}
        nextDueDate={null}
        scale="percent"
        withLeftOut={false}
        wordsOf={wordsOf}
        table={() => <WorstTable records={history.records} />}
      />
    </>
  )
}

/** Returns the description of a record for the chart and for screen readers. */
function worstWords(
  { performed_at, result, worst_found: found, worst_left: left }: PointHistoryRecord,
  zone: string,
): string[] {
  return [
    formatDate(dateInZone(performed_at, zone)),
    tIfKnown(`result.${result}`) ?? result,
    ...(found ? [t('chart.foundWorst', { worst: useWords(found) })] : []),
    ...(left ? [t('chart.leftWorst', { worst: useWords(left) })] : []),
  ]
}

function useWords(worst: WorstPoint): string {
  const { percent_of_tolerance: percent, verdict } = worst
  const parts = [
    percent !== null && t('drift.ofTolerance', { percent: percentShown(percent) }),
    verdict === 'out' && t('drift.outside'),
    pointName(worst),
  ]
  return parts.filter(Boolean).join(', ')
}

function WorstTable({ records }: { records: readonly PointHistoryRecord[] }) {
  const isPhone = usePhone()
  const columns = useWorstColumns(isPhone)
  return (
    <DataTable
      caption={t('chart.worstTitle')}
      // A phone has space for one column of points, with as left below as found.
      columns={isPhone ? columns.slice(0, 2) : columns}
      rows={records}
      rowKey={({ calibration_id: id }) => id}
    />
  )
}

function useWorstColumns(isPhone: boolean): Column<PointHistoryRecord>[] {
  const { workspace } = useWorkspace()
  return [
    {
      key: 'date',
      label: t('drift.date'),
      wraps: true,
      render: (record) => (
        <>
          <RecordLink id={record.calibration_id}>
            {formatDate(dateInZone(record.performed_at, workspace.timezone))}
          </RecordLink>
          <div>
            <ResultBadge result={record.result} />
          </div>
          <div className={styles.aside}>{pointsSummary(record)}</div>
        </>
      ),
    },
    {
      key: 'found',
      label: t('chart.worstFound'),
      wraps: true,
      render: ({ worst_found: found, worst_left: left }) => (
        <>
          <WorstText worst={found} />
          {isPhone && left && (
            <>
              <div className={styles.aside}>{t('drift.asLeft')}:</div>
              <WorstText worst={left} />
            </>
          )}
        </>
      ),
    },
    {
      key: 'left',
      label: t('chart.worstLeft'),
      wraps: true,
      render: ({ worst_left: left }) => <WorstText worst={left} />,
    },
  ]
}

function WorstText({ worst }: { worst: WorstPoint | null }) {
  if (worst === null) return '–'
  const { percent_of_tolerance: percent, verdict } = worst
  return (
    <>
      <div>
        {percent !== null && <>{t('point.percent', { percent: percentShown(percent) })} </>}
        {verdict === 'out' && <span className={styles.out}>✕ {t('drift.outside')}</span>}
      </div>
      <div className={styles.aside}>{pointName(worst)}</div>
    </>
  )
}
