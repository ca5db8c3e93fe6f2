import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AppFinding } from '@plumbline/contract'
import { dateInZone } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { DateText } from '../../components/date-text.tsx'
import { ExportMenu } from '../../components/download/export-menu.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { FindingBadge } from '../../components/finding/finding-badge.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { ResultBadge } from '../../components/status/status-badge.tsx'
import { findingsQuery } from '../../queries/findings.ts'
import { useWorkspace, type OpenWorkspace } from '../../state/workspace.ts'
import { judgedText, sizeText } from './finding-words.ts'

/** Rows of one page. */
const ROWS = 50

/** Every instrument that was found out of tolerance; the open findings unless the address says otherwise. */
export function FindingsPage() {
  const open = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/findings' })
  const navigate = useNavigate({ from: '/w/$workspaceId/findings' })
  const page = search.page ?? 1
  const status = search.status ?? 'open'
  const filters = { status: status === 'all' ? undefined : status }
  const query = { ...filters, limit: ROWS, offset: (page - 1) * ROWS }
  const { data, error, isPlaceholderData } = useQuery(
    findingsQuery(open.workspaceId, { ...query, include: 'touched' }),
  )
  return (
    <Page
      wide
      title={t('nav.findings')}
      subtitle={t('findings.subtitle')}
      actions={
        <ExportMenu
          choices={[{ href: (format) => open.api.exportFindings.url({ query: { ...filters, format } }) }]}
        />
      }
    >
      <StatusFilter />
      <DataTable
        stacks
        caption={t('nav.findings')}
        columns={columnsFor(open)}
        rows={data?.data}
        rowKey={({ id }) => id}
        stale={isPlaceholderData}
        error={error}
        onOpen={({ id }) =>
          void navigate({
            to: '/w/$workspaceId/findings/$findingId',
            params: { workspaceId: open.workspaceId, findingId: id },
          })
        }
        empty={<NoFindings isOpenOnes={status === 'open'} />}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to }) })}
      />
    </Page>
  )
}

function NoFindings({ isOpenOnes }: { isOpenOnes: boolean }) {
  return (
    <EmptyState title={t(isOpenOnes ? 'findings.noneOpen' : 'findings.none')} hint={t('findings.noneHint')} />
  )
}

function StatusFilter() {
  const { status } = useSearch({ from: '/w/$workspaceId/findings' })
  const navigate = useNavigate({ from: '/w/$workspaceId/findings' })
  return (
    <Group gap="xs" mb="sm" role="search" className="screen-only">
      <FilterSelect
        label={t('findings.status')}
        any={t('findings.openOnes')}
        value={status}
        width={200}
        options={[
          { value: 'closed', label: t('findings.closedOnes') },
          { value: 'all', label: t('findings.allOfThem') },
        ]}
        onChange={(wanted) =>
          void navigate({
            search: (before) => ({ ...before, page: undefined, status: wanted }) as never,
            replace: true,
          })
        }
      />
    </Group>
  )
}

function columnsFor(open: OpenWorkspace): Column<AppFinding>[] {
  const { workspaceId, workspace } = open
  return [
    {
      key: 'instrument',
      label: t('instrument.assetTag'),
      fixed: true,
      render: ({ id, instrument }) => (
        <LinkAnchor to="/w/$workspaceId/findings/$findingId" params={{ workspaceId, findingId: id }} fw={600}>
          {instrument.asset_tag ?? '–'}
        </LinkAnchor>
      ),
    },
    {
      key: 'name',
      label: t('instrument.name'),
      wraps: true,
      render: ({ instrument }) => instrument.name ?? '–',
    },
    {
      key: 'found',
      label: t('finding.found'),
      render: ({ performed_at: at }) => <DateText date={dateInZone(at, workspace.timezone)} />,
    },
    {
      key: 'size',
      label: t('finding.size'),
      align: 'right',
      render: ({ size_percent: size }) => sizeText(size),
    },
    { key: 'result', label: t('usedFor.result'), render: ({ result }) => <ResultBadge result={result} /> },
    ...followUpColumns(),
  ]
}

/** The columns for the assignee, the due date, and whether the finding is open. */
function followUpColumns(): Column<AppFinding>[] {
  return [
    {
      key: 'judged',
      label: t('findings.judged'),
      render: ({ touched = null }) => judgedText(touched),
    },
    { key: 'owner', label: t('finding.owner'), render: ({ owner }) => owner?.name ?? '–' },
    {
      key: 'due',
      label: t('finding.dueDate'),
      render: ({ due_date: date }) => (date === null ? '–' : <DateText date={date} />),
    },
    {
      key: 'status',
      label: t('findings.status'),
      render: ({ status }) => <FindingBadge status={status} />,
    },
  ]
}
