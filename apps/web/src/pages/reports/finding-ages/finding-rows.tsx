import { Text } from '@mantine/core'
import {
  findingLists,
  type CsvValue,
  type FindingList,
  type FindingReport,
  type FindingReportRow,
} from '@plumbline/contract'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatDate } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { LinkAnchor } from '../../../components/links.tsx'
import { ListChoice } from '../../../components/list-choice.tsx'
import { Panel } from '../../../components/panel.tsx'
import { percentShown } from '../../../components/points/point-figures.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { CsvButton } from '../csv-button.tsx'
import { ownerName } from './owner-name.ts'
import { ReportLink, ROWS_ANCHOR } from '../report-link.tsx'
import { useRowsAnchor } from '../report-rows.tsx'
import { NothingFound } from '../report-state.tsx'
import styles from '../reports.module.css'
import { useRowPages } from '../row-pages.tsx'

/** A column of the list, as shown and in the file. */
interface FindingColumn {
  key: string
  label: string
  value: (row: FindingReportRow) => CsvValue
  render?: (row: FindingReportRow) => ReactNode
  align?: 'right'
  lists?: readonly FindingList[]
}

interface FindingRowsProps {
  report: FindingReport
  list: FindingList
  /** Description of the filter of the rows. */
  narrowedTo: string | undefined
}

/** The findings behind the figures, each leading to the finding itself. */
export function FindingRows({ report, list, narrowedTo }: FindingRowsProps) {
  const { workspaceId } = useWorkspace()
  const { rows, rows_total: total } = report
  const columns = columnsOf(workspaceId).filter(({ lists }) => lists === undefined || lists.includes(list))
  const pages = useRowPages(rows)
  const anchor = useRowsAnchor(`${list} ${narrowedTo ?? ''}`)
  // Anyone who keeps the file must see that it is not all.
  const name = rows.length < total ? `findings-${list}-first-${rows.length}-of-${total}` : `findings-${list}`
  return (
    <section id={ROWS_ANCHOR} ref={anchor} tabIndex={-1} className={styles.rows}>
      <Panel
        title={t('report.rows.finding-ages')}
        actions={
          <CsvButton
            name={name}
            heads={columns.map(({ label }) => label)}
            rows={rows.map((row) => columns.map(({ value }) => value(row)))}
          />
        }
      >
        <WhichFindings list={list} />
        <HowMany rows={rows.length} total={total} list={list} narrowedTo={narrowedTo} />
        <DataTable
          stacks
          caption={t('report.rows.finding-ages')}
          columns={columns.map(
            ({ value, render = value, lists: _lists, ...column }): Column<FindingReportRow> => ({
              ...column,
              render,
            }),
          )}
          rows={pages.shown}
          rowKey={({ finding_id: id }) => id}
          empty={<NothingFound />}
        />
        {pages.ways}
      </Panel>
    </section>
  )
}

function WhichFindings({ list }: { list: FindingList }) {
  const navigate = useNavigate({ from: '/w/$workspaceId/reports/$report' })
  const choose = (wanted: string) =>
    void navigate({
      search: ({ age: _age, owner: _owner, month: _month, ...now }) => ({ ...now, list: wanted }),
      replace: true,
      resetScroll: false,
    })
  return (
    <ListChoice
      mb="xs"
      label={t('report.list')}
      value={list}
      onChange={choose}
      data={findingLists.map((value) => ({ value, label: t(`report.list.${value}`) }))}
    />
  )
}

/** The number of listed findings and the total, with a link to remove the filter. */
function HowMany({
  rows,
  total,
  list,
  narrowedTo,
}: {
  rows: number
  total: number
  list: FindingList
  narrowedTo: string | undefined
}) {
  return (
    <Text size="sm" c="dimmed" mb="xs" role="status">
      {rows < total
        ? t('report.firstFindings', { rows, total })
        : t('report.findingsCount', { count: total })}
      {narrowedTo !== undefined && (
        <>
          {' · '}
          {narrowedTo}
          {' · '}
          <ReportLink report="finding-ages" search={{ list }}>
            {t('report.all')}
          </ReportLink>
        </>
      )}
    </Text>
  )
}

function columnsOf(workspaceId: string): FindingColumn[] {
  return [
    {
      key: 'tag',
      label: t('instrument.assetTag'),
      value: (row) => row.asset_tag,
      render: (row) => (
        <LinkAnchor
          to="/w/$workspaceId/findings/$findingId"
          params={{ workspaceId, findingId: row.finding_id }}
        >
          {row.asset_tag ?? '–'}
        </LinkAnchor>
      ),
    },
    { key: 'name', label: t('instrument.name'), value: ({ name }) => name },
    {
      key: 'size',
      label: t('report.size'),
      value: (row) => (row.size_percent === null ? null : percentShown(row.size_percent)),
      render: (row) => (row.size_percent === null ? '–' : percentShown(row.size_percent)),
      align: 'right',
    },
    {
      key: 'owner',
      label: t('finding.owner'),
      value: (row) => row.owner?.name ?? null,
      render: (row) => ownerName(row.owner),
    },
    ...timeColumns(),
  ]
}

function dateColumn(
  key: string,
  label: string,
  dateOf: (row: FindingReportRow) => string | null,
): FindingColumn {
  return {
    key,
    label,
    value: dateOf,
    render: (row) => {
      const date = dateOf(row)
      return date === null ? '–' : formatDate(date)
    },
  }
}

function timeColumns(): FindingColumn[] {
  return [
    dateColumn('opened', t('report.opened'), (row) => row.opened_on),
    dateColumn('due', t('finding.dueDate'), (row) => row.due_date),
    { ...dateColumn('closed', t('report.closed'), (row) => row.closed_on), lists: ['closed'] },
    {
      key: 'because',
      label: t('report.closedBecause'),
      value: (row) => (row.closed_because === null ? null : t(`report.closedBecause.${row.closed_because}`)),
      lists: ['closed'],
    },
    { key: 'days', label: t('report.days'), value: ({ days }) => days, align: 'right' },
    {
      key: 'late',
      label: t('report.daysOverdue'),
      value: (row) => row.days_overdue,
      render: (row) => (row.days_overdue === 0 ? '–' : formatCount(row.days_overdue)),
      align: 'right',
    },
  ]
}
