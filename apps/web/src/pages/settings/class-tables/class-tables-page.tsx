import { Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ClassTableSummary } from '@plumbline/contract'
import { builtInTables, classesOf } from '@plumbline/contract/procedure'
import { formatCount } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { TablePages } from '../../../components/data-table/table-pages.tsx'
import { InstantText } from '../../../components/date-text.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { classTablesQuery } from '../../../queries/class-tables.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import styles from '../settings-form.module.css'

const ROWS = 50

/** The tables of tolerance classes that the workspace keeps, and the built-in ones to copy. */
export function ClassTablesPage() {
  const open = useWorkspace()
  const { workspaceId } = open
  const { retired, page = 1 } = useSearch({ from: '/w/$workspaceId/settings/class-tables' })
  const navigate = useNavigate({ from: '/w/$workspaceId/settings/class-tables' })
  const include = retired ? 'retired' : undefined
  const query = { limit: ROWS, offset: (page - 1) * ROWS, include }
  const { data, error } = useQuery(classTablesQuery(workspaceId, query))
  return (
    <Page wide title={t('settings.classTables')} subtitle={t('classTables.subtitle')} actions={<Actions />}>
      <DataTable
        stacks
        caption={t('settings.classTables')}
        columns={columnsFor(workspaceId, retired === true)}
        rows={data?.data}
        error={error}
        rowKey={({ id }) => id}
        onOpen={({ id }) =>
          void navigate({
            to: '/w/$workspaceId/settings/class-tables/$tableId',
            params: { workspaceId, tableId: id },
          })
        }
        empty={<EmptyState title={t('classTables.none')} hint={t('classTables.noneHint')} />}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to }) })}
      />
      <BuiltIn />
    </Page>
  )
}

function Actions() {
  const open = useWorkspace()
  return (
    <>
      <RetiredSwitch />
      {may.manageAll(open) && (
        <LinkButton
          to="/w/$workspaceId/settings/class-tables/new"
          params={{ workspaceId: open.workspaceId }}
          leftSection={<Icon name="plus" size={18} />}
        >
          {t('classTables.new')}
        </LinkButton>
      )}
    </>
  )
}

/** Shows tables that were retired, too, as the address says. */
function RetiredSwitch() {
  const { retired } = useSearch({ from: '/w/$workspaceId/settings/class-tables' })
  const navigate = useNavigate({ from: '/w/$workspaceId/settings/class-tables' })
  return (
    <Switch
      label={t('classTables.withRetired')}
      checked={retired === true}
      onChange={(event) => {
        const wanted = event.currentTarget.checked || undefined
        void navigate({ search: () => ({ retired: wanted }) as never, replace: true })
      }}
    />
  )
}

/** What every workspace has; a copy can be changed. */
function BuiltIn() {
  const open = useWorkspace()
  return (
    <Panel title={t('classTables.builtIn')}>
      <ul className={styles.actions}>
        {builtInTables.map((table) => (
          <li key={table.key}>
            <div>
              <Text>{table.name}</Text>
              <Text size="sm" c="dimmed">
                {t('classTables.classList', { classes: namesOf(table) })}
              </Text>
            </div>
            {may.manageAll(open) && (
              <LinkButton
                variant="default"
                size="sm"
                to="/w/$workspaceId/settings/class-tables/new"
                params={{ workspaceId: open.workspaceId }}
                search={{ copy: table.key }}
                aria-label={t('classTables.copyNamed', { name: table.name })}
              >
                {t('classTables.copy')}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function namesOf(table: Pick<ClassTableSummary, 'classes'>): string {
  return classesOf(table)
    .map(({ name }) => name)
    .join(', ')
}

function columnsFor(workspaceId: string, withRetired: boolean): Column<ClassTableSummary>[] {
  return [
    {
      key: 'name',
      label: t('classTables.name'),
      fixed: true,
      wraps: true,
      render: ({ id, name }) => (
        <LinkAnchor
          to="/w/$workspaceId/settings/class-tables/$tableId"
          params={{ workspaceId, tableId: id }}
          fw={600}
        >
          {name}
        </LinkAnchor>
      ),
    },
    { key: 'source', label: t('classTables.source'), wraps: true, render: ({ source }) => source },
    { key: 'classes', label: t('classTables.classes'), wraps: true, render: (table) => namesOf(table) },
    {
      key: 'rows',
      label: t('classTables.rows'),
      align: 'right',
      render: ({ row_count: count }) => formatCount(count),
    },
    {
      key: 'version',
      label: t('classTables.version'),
      align: 'right',
      render: ({ version }) => formatCount(version),
    },
    {
      key: 'updated',
      label: t('classTables.updated'),
      optional: true,
      render: ({ updated_at: at }) => <InstantText at={at} />,
    },
    ...(withRetired ? [retiredColumn()] : []),
  ]
}

function retiredColumn(): Column<ClassTableSummary> {
  return {
    key: 'retired',
    label: t('classTables.retiredAt'),
    render: ({ retired_at: at }) => at && <InstantText at={at} />,
  }
}
