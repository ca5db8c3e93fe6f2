import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiFailure } from '../../api/index.ts'
import { zoneName } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { ExportMenu } from '../../components/download/export-menu.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { usePhone } from '../../components/use-narrow.ts'
import { activityQuery } from '../../queries/activity.ts'
import { requirementsQuery } from '../../queries/settings.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { activityCard, activityColumns } from './activity-columns.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { activityFilters, isNarrowed, noFilters, type ActivitySearch } from './activity-search.ts'

/** Rows of one page. */
const ROWS = 50

/** The ledger for people: every change with actor, object, time, reason, and values before and after. */
export function ActivityPage() {
  const open = useWorkspace()
  const { workspaceId, workspace } = open
  const search = useSearch({ from: '/w/$workspaceId/activity' })
  const navigate = useNavigate({ from: '/w/$workspaceId/activity' })
  const page = search.page ?? 1
  const filters = activityFilters(search, workspace.timezone)
  const wanted = { ...filters, limit: ROWS, offset: (page - 1) * ROWS }
  const { data, error, isPlaceholderData } = useQuery(activityQuery(workspaceId, wanted))
  const change = (now: ActivitySearch, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...now }) as never, replace })
  const isPhone = usePhone()
  const columnsOf = isPhone ? activityCard : activityColumns
  const columns = columnsOf(open, useStandardNames(), (to) => change(to))
  if (error instanceof ApiFailure && error.status === 404) return <NotOpen />
  return (
    <Page
      wide
      fill
      title={t('activityLog.title')}
      subtitle={t('activityLog.zone', { zone: zoneName(workspace.timezone) })}
      actions={
        <ExportMenu
          choices={[{ href: (format) => open.api.exportActivity.url({ query: { ...filters, format } }) }]}
        />
      }
    >
      <ActivityFilters search={search} rows={data?.data ?? []} onChange={(now) => change(now, true)} />
      <DataTable
        caption={t('activityLog.title')}
        columns={columns}
        cards={isPhone}
        rows={data?.data}
        rowKey={({ index }) => String(index)}
        stale={isPlaceholderData}
        error={error}
        empty={<NothingFound search={search} onClear={() => change(noFilters)} />}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => change({ page: to })}
      />
    </Page>
  )
}

/** Names of compliance standards by key. */
function useStandardNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(requirementsQuery(useWorkspace().workspaceId))
  return new Map(data?.available_standards.map(({ key, label }) => [key, label]))
}

function NothingFound({ search, onClear }: { search: ActivitySearch; onClear: () => void }) {
  return (
    <EmptyState
      title={t('activityLog.empty')}
      hint={t('activityLog.emptyHint')}
      action={isNarrowed(search) && <Button onClick={onClear}>{t('filter.clear')}</Button>}
    />
  )
}

/** The server hides the log from everybody whom it would show too much. */
function NotOpen() {
  return (
    <Page title={t('activityLog.title')}>
      <EmptyState title={t('activityLog.notOpen')} hint={t('activityLog.notOpenHint')} />
    </Page>
  )
}
