import type { ReactNode } from 'react'

/** One column of a table. */
export interface Column<Row> {
  key: string
  /** Head of the column, as shown. */
  label: string
  /** What stands in the head instead of the label, such as a box that selects all rows. */
  head?: ReactNode
  render: (row: Row) => ReactNode
  /** The order that its head switches on, as the API names it; a minus before it is the other way round. */
  sort?: string
  align?: 'right'
  /** Not shown until chosen. */
  optional?: boolean
  /** Always shown: what identifies the row. */
  fixed?: boolean
  /** Pixels; less than the content needs is taken for as little as it can do with. */
  width?: number
  /** Gives way to the other columns and takes the most, or some, of what they leave; its text may end in an ellipsis. */
  gives?: 'most' | 'some'
  /** Its words may take several lines, where there is no room for them in one. */
  wraps?: boolean
  /** Stays in view at the right edge: what one does with a row. */
  pinned?: boolean
}

/** The order after a click on a head: ascending, descending, then the table's own. */
export function nextSort(present: string | undefined, column: string): string | undefined {
  if (present === column) return `-${column}`
  return present === `-${column}` ? undefined : column
}

/** What `aria-sort` says of a column. */
export function sortDirection(
  present: string | undefined,
  column: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (column === undefined || present === undefined) return undefined
  if (present === column) return 'ascending'
  return present === `-${column}` ? 'descending' : undefined
}
