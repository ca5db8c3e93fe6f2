import { Text } from '@mantine/core'
import type { CsvValue } from '@plumbline/contract'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { CsvButton } from './csv-button.tsx'
import { ReportLink, ROWS_ANCHOR } from './report-link.tsx'
import type { ReportName } from './report-names.ts'
import { NothingFound } from './report-state.tsx'
import styles from './reports.module.css'
import { useRowPages } from './row-pages.tsx'

/** A calibration as every report lists it. */
export interface ListedRow {
  calibration_id: string
  asset_tag: string
  name: string
  performed_on: string
}

/** A column of a report's calibrations, on screen and in the file. */
export interface RowColumn<Row> {
  key: string
  label: string
  value: (row: Row) => CsvValue
  render?: (row: Row) => ReactNode
  align?: 'right'
  /** Texts of people, which are read whole. */
  long?: boolean
}

/** Reports that list records. */
type ListingReport = Exclude<ReportName, 'due-forecast' | 'without-calibration' | 'finding-ages'>

interface ReportRowsProps<Row extends ListedRow> {
  report: ListingReport
  rows: readonly Row[]
  total: number
  columns: readonly RowColumn<Row>[]
  /** Description of the filter of the rows. */
  narrowedTo: string | undefined
}

/** The records behind the figures, newest first, each leading to the record itself. */
export function ReportRows<Row extends ListedRow>(props: ReportRowsProps<Row>) {
  const { report, rows, columns, narrowedTo } = props
  const { workspaceId } = useWorkspace()
  const shown = [
    ...sharedColumns<Row>(workspaceId),
    ...columns.map(({ value, render = value, long, ...column }) => ({
      ...column,
      render: (row: Row) => (long ? <span className={styles.long}>{render(row)}</span> : render(row)),
    })),
  ]
  const anchor = useRowsAnchor(narrowedTo)
  const pages = useRowPages(rows)
  return (
    <section id={ROWS_ANCHOR} ref={anchor} tabIndex={-1} className={styles.rows}>
      <Panel title={t(`report.rows.${report}`)} actions={<RowsFile {...props} />}>
        <HowMany {...props} />
        <DataTable
          stacks
          caption={t(`report.rows.${report}`)}
          columns={shown}
          rows={pages.shown}
          rowKey={({ calibration_id: id }) => id}
          empty={<NothingFound />}
        />
        {pages.ways}
      </Panel>
    </section>
  )
}

function RowsFile<Row extends ListedRow>({ report, rows, total, columns }: ReportRowsProps<Row>) {
  const heads = [t('instrument.assetTag'), t('instrument.name'), t('report.performedOn')]
  return (
    <CsvButton
      // Anyone who keeps the file must see that it is not all.
      name={rows.length < total ? `${report}-newest-${rows.length}-of-${total}` : report}
      heads={[...heads, ...columns.map(({ label }) => label)]}
      rows={rows.map((row) => [
        row.asset_tag,
        row.name,
        row.performed_on,
        ...columns.map(({ value }) => value(row)),
      ])}
    />
  )
}

/** The number of listed records and the total, with a link to remove the filter. */
function HowMany<Row extends ListedRow>({ report, rows, total, narrowedTo }: ReportRowsProps<Row>) {
  return (
    <Text size="sm" c="dimmed" mb="xs" role="status">
      {rows.length < total
        ? t('report.onlyNewest', { rows: rows.length, total })
        : t('report.records', { count: total })}
      {narrowedTo !== undefined && (
        <>
          {' · '}
          {narrowedTo}
          {' · '}
          <ReportLink report={report} search={{}}>
            {t(report === 'models' ? 'report.hideRows' : 'report.all')}
          </ReportLink>
        </>
      )}
    </Text>
  )
}

/** The columns that show the record and its instrument. */
function sharedColumns<Row extends ListedRow>(workspaceId: string): Column<Row>[] {
  return [
    {
      key: 'tag',
      label: t('instrument.assetTag'),
      fixed: true,
      render: (row) => (
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: row.calibration_id }}
        >
          {row.asset_tag}
        </LinkAnchor>
      ),
    },
    { key: 'name', label: t('instrument.name'), render: ({ name }) => name },
    { key: 'performed', label: t('report.performedOn'), render: (row) => formatDate(row.performed_on) },
  ]
}

/** Scrolls to the records below the chart after a figure was selected. */
export function useRowsAnchor(narrowedTo: string | undefined) {
  const anchor = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== ROWS_ANCHOR) return
    anchor.current?.focus({ preventScroll: true })
    anchor.current?.scrollIntoView({ block: 'start' })
  }, [hash, narrowedTo])
  return anchor
}
