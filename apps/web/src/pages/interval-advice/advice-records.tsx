import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { AdviceRecord } from '@plumbline/contract'
import { useEffect, useRef } from 'react'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Panel } from '../../components/panel.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { ResultBadge } from '../../components/status/status-badge.tsx'
import { adviceRecordsQuery } from '../../queries/interval-advice.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { groupAsked, recordLists, type AdviceSearch, type RecordList } from './group-search.ts'

/** ID of the section with the records behind the figures. */
export const RECORDS_ANCHOR = 'records'

const ROWS = 25

/** The records behind the figures of a group, each with its effect on the advice. */
export function AdviceRecords({ search }: { search: AdviceSearch }) {
  const navigate = useNavigate({ from: '/w/$workspaceId/interval-advice' })
  const list = recordLists.find((one) => one === search.list) ?? 'all'
  const page = search.records ?? 1
  const { data, error, isPlaceholderData } = useRecords(search, list, page)
  const anchor = useRecordsAnchor(list)
  const title = t(`intervalAdvice.list.${list}`)
  return (
    <section id={RECORDS_ANCHOR} ref={anchor} tabIndex={-1}>
      <Panel title={title}>
        <GroupLine search={search} />
        <DataTable
          caption={title}
          columns={columns()}
          rows={data?.data}
          rowKey={({ calibration_id: id }) => id}
          stale={isPlaceholderData}
          error={error}
          empty={<EmptyState title={t('intervalAdvice.noRecords')} hint={t('intervalAdvice.noneHint')} />}
        />
        <TablePages
          page={page}
          limit={ROWS}
          total={data?.pagination.total}
          onPage={(records) => void navigate({ search: (before) => ({ ...before, records }) })}
        />
      </Panel>
    </section>
  )
}

function useRecords(search: AdviceSearch, list: RecordList, page: number) {
  const { workspaceId } = useWorkspace()
  const verdict = list === 'all' ? undefined : list
  const group = groupAsked(search)!
  return useQuery(
    adviceRecordsQuery(workspaceId, { ...group, verdict, limit: ROWS, offset: (page - 1) * ROWS }),
  )
}

function GroupLine({ search: { manufacturer, model, category } }: { search: AdviceSearch }) {
  const name = [manufacturer, model, category].filter(Boolean).join(' ')
  return name === '' ? null : (
    <Text size="sm" c="dimmed" mb="xs">
      {name}
    </Text>
  )
}

function columns(): Column<AdviceRecord>[] {
  return [
    {
      key: 'tag',
      label: t('instrument.assetTag'),
      fixed: true,
      render: ({ calibration_id: id, asset_tag: tag }) => <RecordLink id={id}>{tag}</RecordLink>,
    },
    { key: 'name', label: t('instrument.name'), render: ({ name }) => name },
    { key: 'performed', label: t('report.performedOn'), render: (row) => formatDate(row.performed_on) },
    { key: 'result', label: t('report.result'), render: ({ result }) => <ResultBadge result={result} /> },
    {
      key: 'verdict',
      label: t('report.asFound'),
      wraps: true,
      render: ({ verdict, why }) =>
        why === null ? t(`intervalAdvice.verdict.${verdict}`) : t(`intervalAdvice.why.${why}`),
    },
  ]
}

/** Scrolls to the records after a figure was selected. */
function useRecordsAnchor(list: string) {
  const anchor = useRef<HTMLElement>(null)
  const { hash, searchStr } = useLocation()
  useEffect(() => {
    if (hash !== RECORDS_ANCHOR) return
    anchor.current?.focus({ preventScroll: true })
    anchor.current?.scrollIntoView({ block: 'start' })
  }, [hash, searchStr, list])
  return anchor
}
