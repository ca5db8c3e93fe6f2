import { Button, Group } from '@mantine/core'
import type { AppInstrument } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ColumnChoice } from '../../components/data-table/column-choice.tsx'
import { t } from '../../base/messages.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { laterPart } from '../../components/later-part.ts'
import { LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { usePhone, useTableRoom } from '../../components/use-narrow.ts'
import { pendingInstrumentsQuery } from '../../queries/approvals.ts'
import {
  instrumentsQuery,
  instrumentSuggestionsQuery,
  type InstrumentFilters as Filters,
} from '../../queries/instruments.ts'
import { performersQuery } from '../../queries/people.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { selectionColumn } from '../../components/data-table/selection-column.tsx'
import { useColumns } from '../../components/data-table/use-columns.ts'
import { instrumentCard, instrumentColumns } from './instrument-columns.tsx'
import { fileColumnsOf } from './file-columns.ts'
import { InstrumentFilters } from './instrument-filters.tsx'
import { gapOf, noNarrowing, type InstrumentSearch } from './instrument-search.ts'
import styles from './instruments-page.module.css'
import { TableExportMenu } from './table-export-menu.tsx'
import { useViews, type Views } from './views/use-views.ts'
import { stateOf } from './views/view-state.ts'
import { ViewsMenu } from './views/views-menu.tsx'

/** Rows of one page: a screenful and a little more. */
const ROWS = 50

/** People look an instrument up by its tag. */
const FIRST_SORT = 'asset_tag'

/** The register as a table: searched, filtered, sorted and paged by the server. */
export function InstrumentsPage() {
  const search = useSearch({ from: '/w/$workspaceId/instruments' })
  const views = useViews(search)
  const { change, open } = useTableNavigation()
  const { page, filters, data, error, isPlaceholderData } = useInstruments(search, !views.isDeciding)
  const columns = useShownColumns(search, change)
  const rows = data?.data ?? []
  const selection = useSelection(rows.map(names.idOf), JSON.stringify(narrowingOf(filters)))
  const total = data?.pagination.total
  const isPhone = usePhone()
  const pages = (
    <TablePages
      page={page}
      limit={ROWS}
      total={total}
      inLine={!isPhone}
      onPage={(to) => change({ page: to })}
    />
  )
  return (
    <Page
      wide
      fill
      title={t('nav.instruments')}
      actions={<Actions {...{ views, search, columns, filters }} />}
    >
      <div className={styles.narrowing}>
        <InstrumentFilters search={search} onChange={(wanted) => change(wanted, true)} />
        {!isPhone && pages}
      </div>
      <DataTable
        caption={t('nav.instruments')}
        columns={[selectionColumn(rows, selection, names), ...columns.inView]}
        selection={selection}
        cards={isPhone}
        rows={data?.data}
        rowKey={names.idOf}
        stale={isPlaceholderData}
        error={error}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
        onOpen={open}
        empty={<NothingFound filters={filters} onClear={() => change({ ...noNarrowing, site: undefined })} />}
      />
      {(selection.isAll || selection.ids.size > 0) && (
        <Suspense fallback={null}>
          <SelectionBar
            selection={selection}
            table={{ filters, total: total ?? 0, columns: fileColumnsOf(columns.shown), rows }}
          />
        </Suspense>
      )}
      {isPhone && pages}
    </Page>
  )
}

const SelectionBar = laterPart(() => import('./selection-bar.tsx'), 'SelectionBar')

const SampleDataButton = laterPart(async () => {
  const { SampleDataButton: button } = await import('../../components/sample-data/sample-data-button.tsx')
  return { button }
}, 'button')

const names = {
  idOf: ({ id }: AppInstrument) => id,
  nameOf: ({ asset_tag: tag }: AppInstrument) => tag ?? '–',
}

/** The columns that the address, or else the person, has chosen. */
function useShownColumns(search: InstrumentSearch, change: ReturnType<typeof useTableNavigation>['change']) {
  const open = useWorkspace()
  const { data: pending } = useQuery(pendingInstrumentsQuery(open.workspaceId))
  const { data: stated } = useQuery(instrumentSuggestionsQuery(open.workspaceId))
  const labels = stated?.custom_fields.map(({ name }) => name) ?? []
  const { data: people } = useQuery(performersQuery(open.workspaceId))
  const room = useTableRoom()
  const all = instrumentColumns(open, room, { pending, people, labels })
  const chosen = useColumns('instruments', all, {
    keys: search.columns?.split(','),
    onChange: (keys) => change({ columns: keys.join(','), page: search.page }, true),
  })
  const chosenKeys = chosen.shown.filter(({ fixed }) => fixed !== true).map(({ key }) => key)
  const inView = room === 'phone' ? instrumentCard(open, pending) : chosen.shown
  return { all, chosenKeys, ...chosen, inView }
}

/** Above the table: its views, its columns, files, and the way to a new instrument. Cards have no columns to choose. */
function Actions({
  views,
  search,
  columns,
  filters,
}: {
  views: Views
  search: InstrumentSearch
  columns: ReturnType<typeof useShownColumns>
  filters: Filters
}) {
  const isPhone = usePhone()
  return (
    <>
      <ViewsMenu views={views} state={stateOf(search, columns.chosenKeys)} />
      {!isPhone && <ColumnChoice columns={columns.all} isShown={columns.isShown} toggle={columns.toggle} />}
      <TableExportMenu filters={filters} columns={fileColumnsOf(columns.shown)} />
      {!isPhone && <ImportLink />}
      <NewInstrumentLink />
    </>
  )
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
function useTableNavigation() {
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

function ImportLink() {
  const { workspaceId, role } = useWorkspace()
  if (!may.manage(role)) return null
  return (
    <LinkButton
      variant="default"
      to="/w/$workspaceId/import"
      params={{ workspaceId }}
      title={t('instruments.import')}
      leftSection={<Icon name="upload" size={18} />}
    >
      {t('instruments.import')}
    </LinkButton>
  )
}

function NewInstrumentLink() {
  const { workspaceId, role } = useWorkspace()
  if (!may.write(role)) return null
  return (
    <LinkButton
      to="/w/$workspaceId/instruments/new"
      params={{ workspaceId }}
      title={t('instruments.new')}
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
    category: search.category,
    department: search.department,
    manufacturer: search.manufacturer,
    ...responsibleFilterOf(search.responsible),
    is_reference_standard: search.reference && 'true',
    custom_field: search.custom,
    custom_value: search.custom === undefined ? undefined : search.custom_value,
    include: search.retired ? 'retired' : undefined,
    sort: search.sort ?? FIRST_SORT,
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
            <Suspense>
              <SampleDataButton />
            </Suspense>
          </Group>
        )
      }
    />
  )
}

function responsibleFilterOf(asked: string | undefined): Pick<Filters, 'responsible' | 'responsible_id'> {
  const gap = gapOf(asked)
  return gap === undefined ? { responsible_id: asked } : { responsible: gap }
}
