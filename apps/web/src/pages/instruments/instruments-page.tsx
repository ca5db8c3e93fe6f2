import { Button, Group } from '@mantine/core'
import type { AppInstrument } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Query } from '../../api.ts'
import { ColumnChoice } from '../../components/data-table/column-choice.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { selectionColumn } from '../../components/data-table/selection-column.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { useColumns } from '../../components/data-table/use-columns.ts'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { SampleDataButton } from '../../components/sample-data/sample-data-button.tsx'
import { useNarrow } from '../../components/use-narrow.ts'
import { t } from '../../messages.ts'
import { instrumentsQuery, type InstrumentFilters as Filters } from '../../queries/instruments.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { instrumentColumns } from './instrument-columns.tsx'
import { csvColumnsOf } from './instrument-csv.ts'
import { InstrumentFilters, noNarrowing, type InstrumentSearch } from './instrument-filters.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useViews } from './views/use-views.ts'
import { stateOf } from './views/view-state.ts'
import { ViewsMenu } from './views/views-menu.tsx'

/** Rows of one page: a screenful and a little more. */
const ROWS = 50

/** The register as a table: searched, filtered, sorted and paged by the server. */
export function InstrumentsPage() {
  const search = useSearch({ from: '/w/$workspaceId/instruments' })
  const views = useViews(search)
  const { change, open } = useWays()
  const { page, filters, data, error, isPlaceholderData } = useInstruments(search, !views.isDeciding)
  const columns = instrumentColumns(useWorkspace(), useNarrow())
  const { shown, isShown, toggle } = useColumns('instruments', columns, {
    keys: search.columns?.split(','),
    onChange: (keys) => change({ columns: keys.join(','), page: search.page }, true),
  })
  const shownKeys = shown.filter(({ fixed }) => fixed !== true).map(({ key }) => key)
  const rows = data?.data ?? []
  const selection = useSelection(
    rows.map(({ id }) => id),
    JSON.stringify(narrowingOf(filters)),
  )
  const total = data?.pagination.total
  return (
    <Page
      wide
      fill
      title={t('nav.instruments')}
      actions={
        <>
          <ViewsMenu views={views} state={stateOf(search, shownKeys)} />
          <ColumnChoice columns={columns} isShown={isShown} toggle={toggle} />
          <NewInstrumentLink />
        </>
      }
    >
      <InstrumentFilters search={search} onChange={(wanted) => change(wanted, true)} />
      <SelectionBar
        selection={selection}
        table={{ filters: filters as Query, total: total ?? 0, columns: csvColumnsOf(shown), rows }}
      />
      <DataTable
        caption={t('nav.instruments')}
        columns={[selectionColumn(rows, selection, names), ...shown]}
        selection={selection}
        rows={data?.data}
        rowKey={names.idOf}
        stale={isPlaceholderData}
        error={error}
        sort={search.sort}
        onSort={(sort) => change({ sort })}
        onOpen={open}
        empty={<NothingFound filters={filters} onClear={() => change({ ...noNarrowing, site: undefined })} />}
      />
      <TablePages page={page} limit={ROWS} total={total} onPage={(to) => change({ page: to })} />
    </Page>
  )
}

const names = {
  idOf: ({ id }: AppInstrument) => id,
  nameOf: ({ asset_tag: tag }: AppInstrument) => tag ?? '–',
}

/** The rows of the page that the address asks for. */
function useInstruments(search: InstrumentSearch, enabled: boolean) {
  const { workspaceId } = useWorkspace()
  const page = search.page ?? 1
  const filters = filtersOf(search)
  const query = instrumentsQuery(workspaceId, filters, { limit: ROWS, offset: (page - 1) * ROWS })
  return { page, filters, ...useQuery({ ...query, enabled }) }
}

/** Ways on: to other rows of the table, from its first page unless said otherwise, and to an instrument. */
function useWays() {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate({ from: '/w/$workspaceId/instruments' })
  return {
    change: (wanted: object, replace = false) =>
      void navigate({ search: (present) => ({ ...present, page: undefined, ...wanted }) as never, replace }),
    open: ({ id: instrumentId }: AppInstrument) =>
      void navigate({
        to: '/w/$workspaceId/instruments/$instrumentId',
        params: { workspaceId, instrumentId },
      }),
  }
}

function NewInstrumentLink() {
  const { workspaceId, role } = useWorkspace()
  if (!may.write(role)) return null
  return (
    <LinkButton
      to="/w/$workspaceId/instruments/new"
      params={{ workspaceId }}
      leftSection={<Icon name="plus" size={18} />}
    >
      {t('instruments.new')}
    </LinkButton>
  )
}

function filtersOf(search: InstrumentSearch): Filters {
  return {
    q: search.q,
    status: search.status,
    compliance_status: search.compliance,
    site_id: search.site,
    location_id: search.location,
    next_due_before: search.due_before,
    is_quarantined: search.quarantined && 'true',
    include: search.retired ? 'retired' : undefined,
    sort: search.sort,
  }
}

/** What decides which instruments are shown, in whatever order. */
function narrowingOf({ sort: _sort, ...narrowing }: Filters): Omit<Filters, 'sort'> {
  return narrowing
}

/** An empty register asks for the first instrument; an empty filter offers to let go of it. */
function NothingFound({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const { workspaceId, role } = useWorkspace()
  const { include: _include, ...narrowing } = narrowingOf(filters)
  if (Object.values(narrowing).some((value) => value !== undefined)) {
    return (
      <EmptyState
        title={t('instruments.nothingFound')}
        hint={t('instruments.nothingFoundHint')}
        action={<Button onClick={onClear}>{t('filter.clear')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      title={t('instruments.empty')}
      hint={t('instruments.emptyHint')}
      action={
        may.write(role) && (
          <Group justify="center" gap="xs">
            <LinkButton to="/w/$workspaceId/instruments/new" params={{ workspaceId }}>
              {t('instruments.addFirst')}
            </LinkButton>
            <SampleDataButton />
          </Group>
        )
      }
    />
  )
}
