import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { revisionStates, type ProcedureSummary } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filters/filter-select.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { RevisionBadge } from '../../components/procedure/revision-badge.tsx'
import { proceduresQuery } from '../../queries/procedures.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'

/** Number of rows per page: slightly more than a screen. */
const ROWS = 50

/** The list of procedures with their states, sorted by code. */
export function ProceduresPage() {
  const { workspaceId } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/procedures' })
  const navigate = useNavigate({ from: '/w/$workspaceId/procedures' })
  const page = search.page ?? 1
  const { data, error, isPlaceholderData } = useQuery(
    proceduresQuery(workspaceId, { status: search.status, limit: ROWS, offset: (page - 1) * ROWS }),
  )
  return (
    <Page wide title={t('nav.procedures')} subtitle={t('procedures.subtitle')} actions={<Actions />}>
      <StatusFilter />
      <DataTable
        stacks
        caption={t('nav.procedures')}
        columns={columnsFor(workspaceId)}
        rows={data?.data}
        rowKey={({ id }) => id}
        stale={isPlaceholderData}
        error={error}
        onOpen={({ id }) =>
          void navigate({
            to: '/w/$workspaceId/procedures/$procedureId',
            params: { workspaceId, procedureId: id },
          })
        }
        empty={<NothingFound isNarrowed={search.status !== undefined} />}
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

function NothingFound({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState
      title={t(isNarrowed ? 'procedures.noneOfStatus' : 'procedures.none')}
      hint={t('procedures.noneHint')}
    />
  )
}

function StatusFilter() {
  const { status: present } = useSearch({ from: '/w/$workspaceId/procedures' })
  const navigate = useNavigate({ from: '/w/$workspaceId/procedures' })
  return (
    <Group gap="xs" mb="sm" role="search" className="screen-only">
      <FilterSelect
        label={t('procedures.status')}
        any={t('procedures.anyStatus')}
        value={present}
        width={200}
        options={revisionStates.map((value) => ({ value, label: t(`procedure.state.${value}`) }))}
        onChange={(status) =>
          void navigate({
            search: (before) => ({ ...before, page: undefined, status }) as never,
            replace: true,
          })
        }
      />
    </Group>
  )
}

function Actions() {
  const open = useWorkspace()
  const { workspaceId } = open
  return (
    <>
      <LinkButton variant="default" to="/w/$workspaceId/instrument-models" params={{ workspaceId }}>
        {t('models.title')}
      </LinkButton>
      {may.manageAll(open) && (
        <LinkButton variant="default" to="/w/$workspaceId/procedures/library" params={{ workspaceId }}>
          {t('procedures.startFromLibrary')}
        </LinkButton>
      )}
      {may.manageAll(open) && (
        <LinkButton
          to="/w/$workspaceId/procedures/new"
          params={{ workspaceId }}
          leftSection={<Icon name="plus" size={18} />}
        >
          {t('procedures.new')}
        </LinkButton>
      )}
    </>
  )
}

function columnsFor(workspaceId: string): Column<ProcedureSummary>[] {
  return [
    {
      key: 'code',
      label: t('procedure.code'),
      fixed: true,
      render: ({ id, code }) => (
        <LinkAnchor
          to="/w/$workspaceId/procedures/$procedureId"
          params={{ workspaceId, procedureId: id }}
          fw={600}
        >
          {code}
        </LinkAnchor>
      ),
    },
    { key: 'title', label: t('procedure.title'), wraps: true, render: ({ title }) => title },
    ...stateColumns(),
  ]
}

/** Columns with the state of a procedure and its number of points. */
function stateColumns(): Column<ProcedureSummary>[] {
  return [
    {
      key: 'status',
      label: t('procedures.status'),
      render: ({ status }) => <RevisionBadge state={status} />,
    },
    {
      key: 'revision',
      label: t('procedure.revision'),
      wraps: true,
      render: ({ released_revision: released, draft_revision: draft }) => (
        <>
          {released === null ? '' : formatCount(released)}
          {draft !== null && <div>{t('procedures.draftRevision', { revision: draft })}</div>}
        </>
      ),
    },
    {
      key: 'points',
      label: t('procedure.points'),
      align: 'right',
      render: ({ point_count: count }) => formatCount(count),
    },
    {
      key: 'updated',
      label: t('procedures.updated'),
      optional: true,
      render: ({ updated_at: at }) => <InstantText at={at} />,
    },
  ]
}
