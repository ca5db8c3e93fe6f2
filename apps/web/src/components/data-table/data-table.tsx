import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { whenSingleKey } from '../../state/keyboard/keyboard.ts'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { usePhone } from '../use-narrow.ts'
import { cardColumns } from './card-column.tsx'
import { nextSort, sortDirection, type Column } from './column.ts'
import type { RowSelection } from './use-selection.ts'
import styles from './data-table.module.css'

/** A group of rows with its own heading. */
export interface RowGroup {
  key: string
  head: ReactNode
}

/** A compact table of one page of rows, sorted and limited by the server. */
export interface DataTableProps<Row> {
  /** Description of the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Opens a row on a click outside its link; keyboard users have the link in the fixed column. */
  onOpen?: (row: Row) => void
  /** The group of a row; rows of a group follow each other. */
  groupOf?: (row: Row) => RowGroup
  /** Called with a key that is pressed without modifiers while the focus is in a row. */
  onRowKey?: (key: string, row: Row) => void
  /** The selected rows; their checkboxes are in the first column (`selectionColumn`). */
  selection?: RowSelection | undefined
  /** Whether each row is shown as a card, as on a phone; the only columns are then the checkbox and the card. */
  cards?: boolean
  /** Whether a phone shows each row as a card with everything in these columns, instead of a table that is cut off. */
  stacks?: boolean
  sort?: string | undefined
  onSort?: (sort: string | undefined) => void
  /** Whether the rows are those of the previous query. */
  stale?: boolean
  error?: unknown
  empty?: ReactNode
}

/** A table; arrow keys move between the links of its rows, and between their checkboxes if rows can be selected. */
export function DataTable<Row>(given: DataTableProps<Row>) {
  const isPhone = usePhone()
  const props =
    given.stacks === true && isPhone ? { ...given, cards: true, columns: cardColumns(given.columns) } : given
  const { caption, columns, rows, error, stale = false } = props
  if (error && rows === undefined) return <ErrorSummary error={error} />
  if (rows === undefined) return <DelayedSkeleton lines={10} height={28} />
  if (rows.length === 0) return props.empty ?? null
  return (
    <div className={styles.scroll}>
      <table
        className={styles.table}
        aria-busy={stale}
        data-stale={stale || undefined}
        data-cards={props.cards || undefined}
        data-choosing={props.selection !== undefined || undefined}
        onFocus={({ target }) => {
          if (target.matches(':focus-visible'))
            void import('./cut-texts.ts').then(({ showCutTexts }) => showCutTexts(target))
        }}
        onKeyDown={(event) => {
          moveBetweenRows(event, props.selection)
          chooseByKey(event, props.selection)
          reportRowKey(event, props)
        }}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <TableBody {...props} rows={rows} />
      </table>
    </div>
  )
}

function TableBody<Row>({
  rows,
  columns,
  rowKey,
  onOpen,
  groupOf,
}: DataTableProps<Row> & { rows: readonly Row[] }) {
  const groups = rows.map((row) => groupOf?.(row))
  return (
    <tbody>
      {rows.map((row, index) => {
        const group = groups[index]
        const begins = group !== undefined && group.key !== groups[index - 1]?.key
        return (
          <Fragment key={rowKey(row)}>
            {begins && (
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {group.head}
                </th>
              </tr>
            )}
            <BodyRow row={row} name={rowKey(row)} columns={columns} onOpen={onOpen} />
          </Fragment>
        )
      })}
    </tbody>
  )
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string | undefined) => void) | undefined
}) {
  const direction = sortDirection(sort, column.sort)
  return (
    <th
      scope="col"
      data-align={column.align}
      data-pinned={column.pinned}
      data-wraps={column.wraps || undefined}
      data-gives={column.gives}
      {...(direction && { 'aria-sort': direction })}
      {...(column.width !== undefined && { style: { width: column.width } })}
    >
      {column.sort !== undefined && onSort ? (
        <button
          type="button"
          className={styles.sort}
          title={t('table.sortBy', { column: column.label })}
          onClick={() => onSort(nextSort(sort, column.sort!))}
        >
          {column.label}
          <span aria-hidden="true" className={styles.direction}>
            {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : '↕'}
          </span>
        </button>
      ) : (
        (column.head ?? column.label)
      )}
    </th>
  )
}

function BodyRow<Row>({
  row,
  name,
  columns,
  onOpen,
}: {
  row: Row
  name: string
  columns: readonly Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
}) {
  return (
    <tr
      data-row={name}
      {...(onOpen && {
        'data-opens': true,
        onClick: (event: React.MouseEvent) => {
          const target = event.target as HTMLElement
          if (target.closest('a, button, input, label') || getSelection()?.toString()) return
          onOpen(row)
        },
      })}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-align={column.align}
          data-pinned={column.pinned}
          data-wraps={column.wraps || undefined}
          data-gives={column.gives}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  )
}

/** Moves the focus to the same link or checkbox in the row above or below; with the shift key, rows are selected on the way. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>, selection: RowSelection | undefined): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr[data-row]')]
  const target = event.target as HTMLElement
  const at = rows.indexOf(target.closest('tr')!)
  const other = at < 0 ? undefined : rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
  const isBox = target.matches('[data-select]')
  const next = other?.querySelector<HTMLElement>(isBox ? '[data-select]' : 'a[href]')
  if (!next) return
  event.preventDefault()
  next.focus()
  if (isBox && event.shiftKey) selection?.toggle(other!.dataset['row']!, true)
}

/** Selects the row whose link has the focus when the space bar is pressed. */
function chooseByKey(event: KeyboardEvent<HTMLTableElement>, selection: RowSelection | undefined): void {
  const target = event.target as HTMLElement
  const name = target.closest<HTMLElement>('tr[data-row]')?.dataset['row']
  if (!selection || event.key !== ' ' || name === undefined || !target.matches('a[href]')) return
  event.preventDefault()
  selection.toggle(name, event.shiftKey)
}

function reportRowKey<Row>(
  event: KeyboardEvent<HTMLTableElement>,
  { rows, rowKey, onRowKey }: DataTableProps<Row>,
): void {
  if (!onRowKey || event.ctrlKey || event.metaKey || event.altKey) return
  const name = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]')?.dataset['row']
  const row = rows?.find((each) => rowKey(each) === name)
  if (row !== undefined) whenSingleKey(() => onRowKey(event.key, row))
}
