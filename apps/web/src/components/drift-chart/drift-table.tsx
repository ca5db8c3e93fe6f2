import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import type { Column } from '../data-table/column.ts'
import { DataTable } from '../data-table/data-table.tsx'
import { signed } from '../calibration-record/verdict.ts'
import { LinkAnchor } from '../links.tsx'
import { sharedUnit } from '../reading-parts.ts'
import { ReadingText } from '../reading-text.tsx'
import { RecordBadge, ResultBadge } from '../status/status-badge.tsx'
import { dateInZone, formatDate } from '../../formats.ts'
import { percentOfTolerance, type DriftReading, type DriftRecord } from './drift-records.ts'

/** The same data in figures, newest first, exactly as recorded. */
export function DriftTable({ records }: { records: readonly DriftRecord[] }) {
  const { workspaceId, workspace } = useWorkspace()
  const unit = sharedUnit(
    records.flatMap(({ record }) => [
      record.nominal_value,
      record.as_found_reading,
      record.as_left_reading,
      record.tolerance,
      record.measurement_uncertainty,
    ]),
  )
  const head = (label: string) => (unit === undefined ? label : `${label} (${unit})`)
  const reading = (text: string | null) => <ReadingText text={text} hideUnit={unit !== undefined} />
  const columns: Column<DriftRecord>[] = [
    {
      key: 'date',
      label: t('drift.date'),
      render: ({ record }) => (
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: record.id }}
        >
          {formatDate(dateInZone(record.performed_at!, workspace.timezone))}
        </LinkAnchor>
      ),
    },
    {
      key: 'result',
      label: t('drift.result'),
      render: ({ record }) => <ResultBadge result={record.result} />,
    },
    {
      key: 'nominal',
      label: head(t('drift.nominal')),
      render: ({ record }) => reading(record.nominal_value),
    },
    {
      key: 'tolerance',
      label: head(t('drift.tolerance')),
      render: ({ record }) => reading(record.tolerance),
    },
    {
      key: 'found',
      label: head(t('drift.asFound')),
      render: ({ record }) => reading(record.as_found_reading),
    },
    { key: 'foundDeviation', label: t('drift.deviation'), render: (one) => deviation(one.asFound, one) },
    { key: 'left', label: head(t('drift.asLeft')), render: ({ record }) => reading(record.as_left_reading) },
    { key: 'leftDeviation', label: t('drift.deviation'), render: (one) => deviation(one.asLeft, one) },
    {
      key: 'uncertainty',
      label: head(t('drift.uncertainty')),
      render: ({ record }) => reading(record.measurement_uncertainty),
    },
  ]
  if (records.some(({ isLeftOut, record }) => isLeftOut || record.approval_status !== 'approved')) {
    columns.push({
      key: 'record',
      label: t('drift.record'),
      render: ({ record }) => <RecordBadge record={record} />,
    })
  }
  return (
    <DataTable
      caption={t('drift.tableCaption')}
      columns={columns}
      rows={records.toReversed()}
      rowKey={({ record }) => record.id}
    />
  )
}

const beside = { marginLeft: '0.75ch' }

function deviation(value: DriftReading | null, { limits }: DriftRecord) {
  if (value === null) return <span>–</span>
  const percent = percentOfTolerance(value.deviation, limits)
  return (
    <span
      style={{
        color: value.isOutside ? 'var(--status-bad)' : undefined,
        fontWeight: value.isOutside ? 600 : undefined,
      }}
    >
      <ReadingText text={signed(value.deviationText)} whole={3} />
      {/* Margins, since a table leaves a space before text out of the width that it gives a cell. */}
      {percent !== null && <span style={beside}>{signed(String(Math.round(percent)))} %</span>}
      {value.isOutside && (
        <span style={beside} title={t('drift.outside')}>
          ✕ {t('drift.out')}
        </span>
      )}
    </span>
  )
}
