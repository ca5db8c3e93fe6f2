import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DueInstrument } from '@plumbline/contract'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { DueText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { ComplianceBadge } from '../../components/status/status-badge.tsx'
import { t } from '../../messages.ts'
import { dueQuery } from '../../queries/due.ts'
import { useWorkspace } from '../../workspace.ts'

/** Rows of one page: a screenful and a little more. */
const ROWS = 50

/** How far ahead the worklist can look, in days. */
const HORIZONS = [7, 30, 90, 365] as const
const HORIZON_DEFAULT = 30

/** What is due or overdue, by the day that it is at the instrument's site. */
export function WorklistPage() {
  const { workspaceId } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/worklist' })
  const navigate = useNavigate({ from: '/w/$workspaceId/worklist' })
  const page = search.page ?? 1
  const within = search.within ?? HORIZON_DEFAULT
  const wanted = { within_days: within, limit: ROWS, offset: (page - 1) * ROWS, site_id: search.site }
  const { data, error, isPlaceholderData } = useQuery(dueQuery(workspaceId, wanted))
  return (
    <Page wide fill title={t('nav.worklist')}>
      <Select
        aria-label={t('worklist.horizon')}
        data={HORIZONS.map((days) => ({ value: String(days), label: t('worklist.within', { days }) }))}
        value={String(within)}
        allowDeselect={false}
        w={240}
        onChange={(days) =>
          void navigate({ search: (now) => ({ ...now, page: undefined, within: Number(days) }) as never })
        }
      />
      <DataTable
        caption={t('nav.worklist')}
        columns={columnsOf(workspaceId)}
        rows={data?.data}
        rowKey={({ id }) => id}
        stale={isPlaceholderData}
        error={error}
        empty={<EmptyState title={t('worklist.empty')} hint={t('worklist.emptyHint')} />}
      />
      {data && (
        <TablePages
          page={page}
          limit={ROWS}
          total={data.pagination.total}
          onPage={(to) => void navigate({ search: (now) => ({ ...now, page: to }) })}
        />
      )}
    </Page>
  )
}

function columnsOf(workspaceId: string): Column<DueInstrument>[] {
  return [
    { key: 'due', label: t('worklist.due'), render: ({ due_date }) => <DueText dueAt={due_date} /> },
    {
      key: 'tag',
      label: t('worklist.tag'),
      fixed: true,
      render: ({ id, asset_tag }) => (
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: id }}
          fw={600}
        >
          {asset_tag}
        </LinkAnchor>
      ),
    },
    { key: 'name', label: t('worklist.name'), render: ({ name }) => name },
    {
      key: 'status',
      label: t('worklist.status'),
      render: ({ compliance_status }) => <ComplianceBadge token={compliance_status} />,
    },
    { key: 'interval', label: t('worklist.interval'), render: ({ interval_label }) => interval_label ?? '–' },
    { key: 'site', label: t('worklist.site'), render: ({ site_name }) => site_name ?? '–' },
    { key: 'location', label: t('worklist.location'), render: ({ location_name }) => location_name ?? '–' },
  ]
}
