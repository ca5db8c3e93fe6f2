import { dateInZone, formatDate } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { signed } from '../../../components/calibration-record/verdict.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { LinkAnchor } from '../../../components/links.tsx'
import { columnRoom, sharedUnit, type ColumnRoom } from '../../../components/reading/reading-parts.ts'
import { ReadingText } from '../../../components/reading/reading-text.tsx'
import { RecordBadge, ResultBadge } from '../../../components/status/status-badge.tsx'
import { useWorkspace, type OpenWorkspace } from '../../../state/workspace.ts'
import styles from './drift-table.module.css'
import type { DriftReading, DriftRecord } from './drift-records.ts'

/** The data of the chart as a table, newest first, as recorded and with units. */
export function DriftTable({
  records,
  caption = t('drift.tableCaption'),
}: {
  records: readonly DriftRecord[]
  caption?: string
}) {
  const open = useWorkspace()
  const unit = sharedUnit(
    records.flatMap(({ record }) => [
      record.nominal_value,
      record.as_found_reading,
      record.as_left_reading,
      record.tolerance,
      record.measurement_uncertainty,
    ]),
  )
  return (
    <div className={styles.table}>
      <DataTable
        caption={caption}
        columns={[
          dateColumn(open),
          allowedColumn(records, unit),
          readingColumn(records, unit, 'found'),
          readingColumn(records, unit, 'left'),
          uncertaintyColumn(records, unit),
        ]}
        rows={records.toReversed()}
        rowKey={({ record }) => record.id}
      />
    </div>
  )
}

function dateColumn({ workspaceId, workspace }: OpenWorkspace): Column<DriftRecord> {
  return {
    key: 'date',
    label: t('drift.date'),
    head: <TwoLines first={t('drift.date')} second={t('drift.result')} />,
    render: ({ record, isLeftOut }) => (
      <>
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: record.id }}
        >
          {formatDate(dateInZone(record.performed_at!, workspace.timezone))}
        </LinkAnchor>
        <div className={styles.badges}>
          <ResultBadge result={record.result} />
          {(isLeftOut || record.approval_status !== 'approved') && <RecordBadge record={record} />}
        </div>
      </>
    ),
  }
}

function allowedColumn(records: readonly DriftRecord[], unit: string | undefined): Column<DriftRecord> {
  const texts = records.flatMap(({ record }) => [record.nominal_value, record.tolerance])
  const fit = columnRoom(texts, unit !== undefined)
  return {
    key: 'allowed',
    label: t('drift.allowed'),
    head: <TwoLines first={inUnit(t('drift.nominal'), unit)} second={t('drift.tolerance')} />,
    render: ({ record }) => (
      <>
        <div>
          <ReadingText text={record.nominal_value} {...fit} />
        </div>
        {record.tolerance !== null && (
          <div>
            <ReadingText text={record.tolerance} {...fit} />
          </div>
        )}
      </>
    ),
  }
}

/** The columns of readings. */
const readings = {
  found: { reading: 'as_found_reading', value: 'asFound', label: 'drift.asFound' },
  left: { reading: 'as_left_reading', value: 'asLeft', label: 'drift.asLeft' },
} as const

/** Returns a column of readings with the deviations below them. */
function readingColumn(
  records: readonly DriftRecord[],
  unit: string | undefined,
  key: keyof typeof readings,
): Column<DriftRecord> {
  const { reading, value, label } = readings[key]
  const texts = records.flatMap((one) => [one.record[reading], deviationOf(one[value], one, unit)])
  const fit = columnRoom(texts, unit !== undefined)
  return {
    key,
    label: t(label),
    head: <TwoLines first={inUnit(t(label), unit)} second={t('drift.deviation')} />,
    render: (one) => (
      <>
        <div>
          <ReadingText text={one.record[reading]} {...fit} />
        </div>
        <Deviation value={one[value]} text={deviationOf(one[value], one, unit)} fit={fit} />
      </>
    ),
  }
}

function uncertaintyColumn(records: readonly DriftRecord[], unit: string | undefined): Column<DriftRecord> {
  const texts = records.map(({ record }) => record.measurement_uncertainty)
  const fit = columnRoom(texts, unit !== undefined)
  return {
    key: 'uncertainty',
    label: t('drift.uncertainty'),
    head: <TwoLines first={inUnit(t('drift.uncertainty'), unit)} />,
    render: ({ record }) => <ReadingText text={record.measurement_uncertainty} {...fit} />,
  }
}

/** Returns the heading of a column with the unit that all of its values share. */
function inUnit(label: string, unit: string | undefined): string {
  return unit === undefined ? label : `${label} (${unit})`
}

/** The heading of a column whose cells have two lines. */
function TwoLines({ first, second }: { first: string; second?: string }) {
  return (
    <div className={styles.twoLines}>
      <div>{first}</div>
      {second !== undefined && <div>{second}</div>}
    </div>
  )
}

/** Returns a deviation with its sign, and with its unit if the heading of the column states none. */
function deviationOf(
  value: DriftReading | null,
  { unit: own }: DriftRecord,
  unit: string | undefined,
): string | null {
  if (value === null) return null
  const figure = signed(value.deviationText)
  return unit === undefined && own !== '' ? `${figure} ${own}` : figure
}

/** The deviation of a reading, below it and aligned with it. */
function Deviation({
  value,
  text,
  fit,
}: {
  value: DriftReading | null
  text: string | null
  fit: ColumnRoom
}) {
  if (value === null) return null
  const { percent } = value
  return (
    <div className={styles.deviation} data-outside={value.isOutside || undefined}>
      <ReadingText text={text} {...fit} />
      {/* A margin, since a table leaves a space before text out of the width that it gives a cell. */}
      {percent !== null && (
        <span className={styles.beside}>{signed(String(Math.round(percent)))}&nbsp;%</span>
      )}
      {value.isOutside && <div title={t('drift.outside')}>✕ {t('drift.out')}</div>}
    </div>
  )
}
