import { SegmentedControl, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { adviceGroupings, type GroupIntervalAdvice, type Interval } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { newKey } from '../../base/retrying.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { AcceptDialog } from '../../components/interval-advice/accept-dialog.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { intervalAdviceQuery } from '../../queries/interval-advice.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { AdviceRecords } from './advice-records.tsx'
import { groupColumns } from './group-columns.tsx'
import { type AdviceSearch, groupAsked, groupingOf, groupName, namesOf } from './group-search.ts'

/** Rows of one page. */
const ROWS = 25

/** Interval advice for groups of instruments, with the reasons and the underlying records. */
export function IntervalAdvicePage() {
  const { workspaceId } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/interval-advice' })
  return (
    <Page
      wide
      title={t('intervalAdvice.title')}
      subtitle={t('intervalAdvice.subtitle')}
      back={
        <LinkAnchor to="/w/$workspaceId/reports" params={{ workspaceId }} size="sm">
          ← {t('nav.reports')}
        </LinkAnchor>
      }
    >
      <Grouping />
      <Groups search={search} />
      {groupAsked(search) && <AdviceRecords search={search} />}
    </Page>
  )
}

function Groups({ search }: { search: AdviceSearch }) {
  const { workspaceId, role } = useWorkspace()
  const navigate = useNavigate({ from: '/w/$workspaceId/interval-advice' })
  const [asked, setAsked] = useState<GroupIntervalAdvice>()
  const page = search.page ?? 1
  const query = { group_by: groupingOf(search), limit: ROWS, offset: (page - 1) * ROWS }
  const { data, error, isPlaceholderData } = useQuery(intervalAdviceQuery(workspaceId, query))
  return (
    <>
      <DataTable
        stacks
        caption={t('intervalAdvice.title')}
        columns={groupColumns(may.manage(role) ? setAsked : undefined)}
        rows={data?.data}
        rowKey={({ group }) => JSON.stringify(group)}
        stale={isPlaceholderData}
        error={error}
        empty={<EmptyState title={t('intervalAdvice.none')} hint={t('intervalAdvice.noneHint')} />}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to }) })}
      />
      {asked && <AcceptGroup advice={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Selects the grouping, and explains the figures. */
function Grouping() {
  const search = useSearch({ from: '/w/$workspaceId/interval-advice' })
  const navigate = useNavigate({ from: '/w/$workspaceId/interval-advice' })
  return (
    <>
      <Text maw={820} mb="sm">
        {t('intervalAdvice.words')}
      </Text>
      <SegmentedControl
        mb="sm"
        className="screen-only"
        aria-label={t('intervalAdvice.groupBy')}
        value={groupingOf(search)}
        data={adviceGroupings.map((value) => ({ value, label: t(`intervalAdvice.by.${value}`) }))}
        onChange={(by) => void navigate({ search: { by }, replace: true })}
      />
    </>
  )
}

/** Accepts a suggestion for a group: a bulk edit of the instruments that have the current interval. */
function AcceptGroup({ advice, onClose }: { advice: GroupIntervalAdvice; onClose: () => void }) {
  const accept = useGroupAcceptance(advice)
  return (
    <AcceptDialog
      advice={advice}
      instrumentId={null}
      object={groupName(advice.group)}
      consequence={t('intervalAdvice.groupConsequence', { count: advice.instruments_at_current_interval })}
      onClose={onClose}
      onAccept={accept}
    />
  )
}

/** Manages acceptance with one idempotency key per reason, so that a retry after a lost response is the same request. */
function useGroupAcceptance({ group, current_interval: current }: GroupIntervalAdvice) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [keys] = useState(() => new Map<string, string>())
  return async ({ value, unit }: Interval, reason: string) => {
    const idempotencyKey = keys.get(reason) ?? newKey()
    keys.set(reason, idempotencyKey)
    const body = {
      ...namesOf(group),
      current_interval_value: current!.value,
      current_interval_unit: current!.unit,
      calibration_interval_value: value,
      calibration_interval_unit: unit,
      reason,
    }
    await api.acceptIntervalAdvice({ body, idempotencyKey })
    await queries.invalidateQueries({ queryKey: [workspaceId] })
    await navigate({ to: '/w/$workspaceId/instruments/change', params: { workspaceId } })
  }
}
