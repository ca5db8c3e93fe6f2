import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Provider } from '@plumbline/contract'
import { formatCount, formatDate, todayIn } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { TablePages } from '../../../components/data-table/table-pages.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { providersQuery } from '../../../queries/providers.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace, type OpenWorkspace } from '../../../state/workspace.ts'

const ROWS = 50

/** The list of providers. */
export function ProvidersPage() {
  const open = useWorkspace()
  const { workspaceId } = open
  const { archived, page = 1 } = useSearch({ from: '/w/$workspaceId/settings/providers' })
  const navigate = useNavigate({ from: '/w/$workspaceId/settings/providers' })
  const query = { limit: ROWS, offset: (page - 1) * ROWS, include: archived ? 'archived' : undefined }
  const { data, error } = useQuery(providersQuery(workspaceId, query))
  return (
    <Page wide title={t('settings.providers')} subtitle={t('provider.subtitle')} actions={<Actions />}>
      <DataTable
        stacks
        caption={t('settings.providers')}
        columns={columnsFor(open, archived === true)}
        rows={data?.data}
        error={error}
        rowKey={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({
            to: '/w/$workspaceId/settings/providers/$providerId',
            params: { workspaceId, providerId: id },
          })
        }
        empty={<EmptyState title={t('provider.none')} hint={t('provider.noneHint')} />}
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

function Actions() {
  const open = useWorkspace()
  const { archived } = useSearch({ from: '/w/$workspaceId/settings/providers' })
  const navigate = useNavigate({ from: '/w/$workspaceId/settings/providers' })
  return (
    <>
      <Switch
        label={t('provider.withArchived')}
        checked={archived === true}
        onChange={(event) => {
          const wanted = event.currentTarget.checked || undefined
          void navigate({ search: () => ({ archived: wanted }) as never, replace: true })
        }}
      />
      {may.manageAll(open) && (
        <LinkButton
          to="/w/$workspaceId/settings/providers/new"
          params={{ workspaceId: open.workspaceId }}
          leftSection={<Icon name="plus" size={18} />}
        >
          {t('provider.new')}
        </LinkButton>
      )}
    </>
  )
}

function columnsFor({ workspaceId, workspace }: OpenWorkspace, withArchived: boolean): Column<Provider>[] {
  const today = todayIn(workspace.timezone)
  return [
    {
      key: 'name',
      label: t('provider.name'),
      fixed: true,
      wraps: true,
      render: ({ id, name }) => (
        <LinkAnchor
          to="/w/$workspaceId/settings/providers/$providerId"
          params={{ workspaceId, providerId: id }}
          fw={600}
        >
          {name}
        </LinkAnchor>
      ),
    },
    {
      key: 'accreditation',
      label: t('provider.accreditation'),
      wraps: true,
      render: ({ accreditation_body: body, accreditation_number: number }) =>
        [body, number].filter(Boolean).join(' '),
    },
    {
      key: 'validUntil',
      label: t('provider.validUntil'),
      render: ({ accreditation_valid_until: until }) => validityWords(until, today),
    },
    {
      key: 'leadTime',
      label: t('provider.leadTime'),
      align: 'right',
      render: ({ lead_time_days: days }) => days !== null && formatCount(days),
    },
    { key: 'contact', label: t('provider.contact'), wraps: true, render: (one) => one.contact_name },
    ...(withArchived ? [archivedColumn()] : []),
  ]
}

/** The last day of an accreditation, and that it has passed. */
export function validityWords(until: string | null, today: string): string | null {
  if (until === null) return null
  const date = formatDate(until)
  return until < today ? t('provider.expired', { date }) : date
}

function archivedColumn(): Column<Provider> {
  return {
    key: 'archived',
    label: t('provider.archived'),
    render: ({ is_archived: isArchived }) => isArchived && t('yesNo.yes'),
  }
}
