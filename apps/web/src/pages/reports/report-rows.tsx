import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatDate } from '../../formats.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { CsvButton } from './csv-button.tsx'
import type { CsvCell } from './csv-text.ts'
import { ReportLink } from './report-link.tsx'
import type { ReportName } from './report-names.ts'

/** A calibration as every report lists it. */
export interface ListedRow {
  calibration_id: string
  asset_tag: string
  name: string
  performed_on: string
}

/** A column of what a report says of a calibration, as shown and in the file. */
export interface RowColumn<Row> {
  key: string
  label: string
  value: (row: Row) => CsvCell
  render?: (row: Row) => ReactNode
  align?: 'right'
}

/** The records behind the figures, newest first, each leading to the record itself. */
export function ReportRows<Row extends ListedRow>({
  report,
  rows,
  total,
  columns,
  narrowedTo,
}: {
  report: ReportName
  rows: readonly Row[]
  total: number
  columns: readonly RowColumn<Row>[]
  /** In words, what the rows are narrowed to. */
  narrowedTo: string | undefined
}) {
  const { workspaceId } = useWorkspace()
  const shown: Column<Row>[] = [
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
    ...columns.map(({ value, render, ...column }) => ({ ...column, render: render ?? value })),
  ]
  const heads = [t('instrument.assetTag'), t('instrument.name'), t('report.performedOn')]
  return (
    <Panel
      title={t(`report.rows.${report as 'timeliness' | 'findings' | 'turnaround'}`)}
      actions={
        <CsvButton
          name={report}
          heads={[...heads, ...columns.map(({ label }) => label)]}
          rows={rows.map((row) => [
            row.asset_tag,
            row.name,
            row.performed_on,
            ...columns.map(({ value }) => value(row)),
          ])}
        />
      }
    >
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
              {t('report.all')}
            </ReportLink>
          </>
        )}
      </Text>
      <DataTable
        caption={t(`report.rows.${report as 'timeliness' | 'findings' | 'turnaround'}`)}
        columns={shown}
        rows={rows}
        rowKey={({ calibration_id: id }) => id}
        empty={<EmptyState title={t('report.empty')} hint={t('report.emptyHint')} />}
      />
    </Panel>
  )
}
