import type { ComponentProps } from 'react'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import type { Column } from '../data-table/column.ts'
import { DataTable } from '../data-table/data-table.tsx'
import { signed } from '../calibration-record/verdict.ts'
import { LinkAnchor } from '../links.tsx'
import { readingParts, sharedUnit } from '../reading-parts.ts'
import { ReadingText } from '../reading-text.tsx'
import styles from './drift-table.module.css'
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
  const inUnit = (label: string) => (unit === undefined ? label : `${label} (${unit})`)
  const hideUnit = unit !== undefined
  const allowed = room(
    records.flatMap(({ record }) => [record.nominal_value, record.tolerance]),
    hideUnit,
  )
  const found = room(textsOf(records, 'as_found_reading', 'asFound'), hideUnit)
  const left = room(textsOf(records, 'as_left_reading', 'asLeft'), hideUnit)
  const uncertainty = room(
    records.map(({ record }) => record.measurement_uncertainty),
    hideUnit,
  )
  const columns: Column<DriftRecord>[] = [
    {
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
    },
    {
      key: 'allowed',
      label: t('drift.allowed'),
      head: <TwoLines first={inUnit(t('drift.nominal'))} second={t('drift.tolerance')} />,
      render: ({ record }) => (
        <>
          <div>
            <ReadingText text={record.nominal_value} {...allowed} />
          </div>
          {record.tolerance !== null && (
            <div>
              <ReadingText text={record.tolerance} {...allowed} />
            </div>
          )}
        </>
      ),
    },
    {
      key: 'found',
      label: t('drift.asFound'),
      head: <TwoLines first={inUnit(t('drift.asFound'))} second={t('drift.deviation')} />,
      render: (one) => (
        <>
          <div>
            <ReadingText text={one.record.as_found_reading} {...found} />
          </div>
          <Deviation value={one.asFound} of={one} fit={found} />
        </>
      ),
    },
    {
      key: 'left',
      label: t('drift.asLeft'),
      head: <TwoLines first={inUnit(t('drift.asLeft'))} second={t('drift.deviation')} />,
      render: (one) => (
        <>
          <div>
            <ReadingText text={one.record.as_left_reading} {...left} />
          </div>
          <Deviation value={one.asLeft} of={one} fit={left} />
        </>
      ),
    },
    {
      key: 'uncertainty',
      label: t('drift.uncertainty'),
      head: <TwoLines first={inUnit(t('drift.uncertainty'))} />,
      render: ({ record }) => <ReadingText text={record.measurement_uncertainty} {...uncertainty} />,
    },
  ]
  return (
    <div className={styles.table}>
      <DataTable
        caption={t('drift.tableCaption')}
        columns={columns}
        rows={records.toReversed()}
        rowKey={({ record }) => record.id}
      />
    </div>
  )
}

/** What the figures of a column take, so that all stand at one decimal mark and none wastes room. */
type Room = Pick<ComponentProps<typeof ReadingText>, 'whole' | 'fraction' | 'hideUnit'>

function room(texts: readonly (string | null)[], hideUnit: boolean): Room {
  const parts = texts.filter((text) => text !== null).map(readingParts)
  return {
    whole: Math.max(1, ...parts.map(({ whole }) => whole.length)),
    fraction: Math.max(
      0,
      ...parts.map(({ fraction, unit }) => (hideUnit ? fraction : fraction + unit).length),
    ),
    hideUnit,
  }
}

/** Readings and deviations that stand in one column. */
function textsOf(
  records: readonly DriftRecord[],
  reading: 'as_found_reading' | 'as_left_reading',
  value: 'asFound' | 'asLeft',
): (string | null)[] {
  return records.flatMap((one) => [
    one.record[reading],
    one[value] === null ? null : signed(one[value].deviationText),
  ])
}

/** The head of a column whose cells have two lines. */
function TwoLines({ first, second }: { first: string; second?: string }) {
  return (
    <div className={styles.twoLines}>
      <div>{first}</div>
      {second !== undefined && <div>{second}</div>}
    </div>
  )
}

/** How far a reading lies from the nominal value, below it and aligned with it. */
function Deviation({
  value,
  of: { limits },
  fit,
}: {
  value: DriftReading | null
  of: DriftRecord
  fit: Room
}) {
  if (value === null) return null
  const percent = percentOfTolerance(value.deviation, limits)
  return (
    <div className={styles.deviation} data-outside={value.isOutside || undefined}>
      <ReadingText text={signed(value.deviationText)} {...fit} />
      {/* A margin, since a table leaves a space before text out of the width that it gives a cell. */}
      {percent !== null && (
        <span className={styles.beside}>{signed(String(Math.round(percent)))}&nbsp;%</span>
      )}
      {value.isOutside && <div title={t('drift.outside')}>✕ {t('drift.out')}</div>}
    </div>
  )
}
