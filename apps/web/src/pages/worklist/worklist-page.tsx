import { Button, Group, Kbd, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AppDueInstrument, ExportFormat } from '@plumbline/contract'
import { AssignBar } from './assign-bar.tsx'
import { calibrateAddress } from './calibrate-link.tsx'
import { t } from '../../base/messages.ts'
import { ColumnChoice } from '../../components/data-table/column-choice.tsx'
import { useColumns } from '../../components/data-table/use-columns.ts'
import { selectionColumn } from '../../components/data-table/selection-column.tsx'
import { useSelection } from '../../components/data-table/use-selection.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { ExportMenu } from '../../components/download/export-menu.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { keyName } from '../../components/keyboard-help/key-name.ts'
import { LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { takesOneLine, useTableRoom, type TableRoom } from '../../components/use-narrow.ts'
import { dueQuery } from '../../queries/due.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { worklistColumns } from './worklist-columns.tsx'
import { isNarrowed, noFilters, WorklistFilters } from './worklist-filters.tsx'
import { groupsOf } from './worklist-groups.tsx'
import styles from './worklist-page.module.css'
import { isRange, spanWords, worklistQuery, type WorklistSearch } from './worklist-search.ts'

/** Rows of one page: a screenful and a little more. */
const ROWS = 50

/** Due and overdue instruments, by the current day at the instrument's site. */
export function WorklistPage() {
  const open = useWorkspace()
  const mayCalibrate = may.write(open.role)
  const room = useTableRoom()
  const isOneLine = takesOneLine(room)
  const search = useSearch({ from: '/w/$workspaceId/worklist' })
  const { change, openInstrument, calibrate } = useTableNavigation()
  const { page, data, error, isPlaceholderData } = useDueInstruments(search)
  useWayIntoRows()
  const query = worklistQuery(search)
  const rows = data?.data ?? []
  const selection = useSelection(rows.map(names.idOf), JSON.stringify(query))
  const total = data?.pagination.total ?? 0
  // A phone has room for one column; work is planned at a desk.
  const mayChoose = mayCalibrate && room !== 'phone'
  const columns = useShownColumns(room, search.site === undefined && open.sites.length > 1)
  const pages = (
    <TablePages
      page={page}
      limit={ROWS}
      total={data?.pagination.total}
      inLine={isOneLine}
      withEnds={!isOneLine}
      onPage={(to) => change({ page: to })}
    />
  )
  return (
    <Page
      wide
      fill
      title={t('nav.worklist')}
      {...(isRange(search) && { subtitle: spanWords(search) })}
      actions={<Actions search={search} columns={isOneLine ? columns : undefined} />}
      narrowing={
        <div className={styles.narrowing}>
          <WorklistFilters search={search} onChange={(filters) => change(filters, true)} />
          {isOneLine && pages}
        </div>
      }
    >
      <DataTable
        caption={t('nav.worklist')}
        columns={mayChoose ? [selectionColumn(rows, selection, names), ...columns.shown] : columns.shown}
        {...(mayChoose && { selection })}
        rows={data?.data}
        rowKey={({ id }) => id}
        groupOf={groupsOf(open)}
        cards={room === 'phone'}
        stale={isPlaceholderData}
        error={error}
        onOpen={({ id }) => openInstrument(id)}
        onRowKey={(key, { id }) => key === 'c' && mayCalibrate && calibrate(id)}
        empty={<NothingDue search={search} onClear={() => change(noFilters)} />}
      />
      {mayChoose && <AssignBar selection={selection} total={total} query={query} />}
      {total > 0 && <KeyboardHint mayCalibrate={mayCalibrate} />}
      {!isOneLine && pages}
    </Page>
  )
}

/** Actions above the table: selection of columns, export and printing. */
function Actions({
  search,
  columns,
}: {
  search: WorklistSearch
  columns: ReturnType<typeof useShownColumns> | undefined
}) {
  const { api } = useWorkspace()
  const href = (format: ExportFormat) => api.exportDue.url({ query: { ...worklistQuery(search), format } })
  return (
    <>
      {columns && <ColumnChoice columns={columns.all} isShown={columns.isShown} toggle={columns.toggle} />}
      <ExportMenu choices={[{ href }]} />
      <PrintLink />
    </>
  )
}

const names = {
  idOf: ({ id }: AppDueInstrument) => id,
  nameOf: ({ asset_tag: tag }: AppDueInstrument) => tag ?? '–',
}

/** The columns that there is room for; at a desk the person has chosen them. */
function useShownColumns(room: TableRoom, withSite: boolean) {
  const all = worklistColumns(useWorkspace(), room, withSite)
  const chosen = useColumns('worklist', all)
  return { all, ...chosen, shown: takesOneLine(room) ? chosen.shown : all }
}

/** The rows of the page that the address asks for. */
function useDueInstruments(search: WorklistSearch) {
  const { workspaceId } = useWorkspace()
  const page = search.page ?? 1
  const wanted = { ...worklistQuery(search), limit: ROWS, offset: (page - 1) * ROWS }
  return { page, ...useQuery(dueQuery(workspaceId, wanted)) }
}

/** Ways on: to other rows, from the first page unless said otherwise, to an instrument and to its calibration. */
function useTableNavigation() {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate({ from: '/w/$workspaceId/worklist' })
  return {
    change: (now: WorklistSearch, replace = false) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...now }) as never, replace }),
    openInstrument: (instrumentId: string) =>
      void navigate({
        to: '/w/$workspaceId/instruments/$instrumentId',
        params: { workspaceId, instrumentId },
      }),
    calibrate: (instrumentId: string) => void navigate({ to: calibrateAddress(workspaceId, instrumentId) }),
  }
}

function PrintLink() {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      to="/w/$workspaceId/worklist/print"
      params={{ workspaceId }}
      search={(now) => ({ ...now, page: undefined }) as never}
      variant="default"
      title={t('worklist.print')}
      leftSection={<Icon name="print" size={18} />}
    >
      {t('worklist.print')}
    </LinkButton>
  )
}

/** Lets the down arrow key move from the title of the page to the first row. */
function useWayIntoRows(): void {
  useHotkeys([
    [
      'ArrowDown',
      (event) => {
        if (document.activeElement?.closest('table, [role=menu], [role=dialog]')) return
        const first = document.querySelector<HTMLElement>('#main tr[data-row] a[href]')
        if (!first) return
        event.preventDefault()
        first.focus()
      },
      { preventDefault: false },
    ],
  ])
}

function KeyboardHint({ mayCalibrate }: { mayCalibrate: boolean }) {
  const keys: [string, string][] = [
    ['↑ ↓', t('worklist.keys.move')],
    ['enter', t('worklist.keys.open')],
    ...(mayCalibrate ? [['C', t('worklist.keys.calibrate')] as [string, string]] : []),
  ]
  return (
    <Group gap="md" className={styles.keys}>
      {keys.map(([key, words]) => (
        <Text key={key} size="xs" c="dimmed">
          <Kbd size="xs">{keyName(key)}</Kbd> {words}
        </Text>
      ))}
    </Group>
  )
}

function NothingDue({ search, onClear }: { search: WorklistSearch; onClear: () => void }) {
  if (search.within === 'overdue' && !isNarrowed(search))
    return <EmptyState title={t('worklist.nothingOverdue')} hint={t('worklist.nothingOverdueHint')} />
  return (
    <EmptyState
      title={t('worklist.empty')}
      hint={t(isNarrowed(search) ? 'worklist.emptyFilterHint' : 'worklist.emptyHint')}
      action={isNarrowed(search) && <Button onClick={onClear}>{t('filter.clear')}</Button>}
    />
  )
}
