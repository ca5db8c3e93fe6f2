import type { ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  key: string
  /** Header text. */
  label: string
  /** Content of the header instead of the label, such as a checkbox that selects all rows. */
  head?: ReactNode
  render: (row: Row) => ReactNode
  /** The API's sort key that the header switches on; a minus sign before it means descending. */
  sort?: string
  align?: 'right'
  /** Hidden unless selected. */
  optional?: boolean
  /** Always shown, because it identifies the row. */
  fixed?: boolean
  /** Width in pixels; less than the content needs means the minimum width of the content. */
  width?: number
  /** Takes most, or some, of the width that the other columns leave; its text can end in an ellipsis. */
  gives?: 'most' | 'some'
  /** Wraps to several lines if there is not enough room. */
  wraps?: boolean
  /** Remains visible at the right edge, for the actions on a row. */
  pinned?: boolean
}

/** Returns the order after a click on a header: ascending, descending, then the table's default. */
export function nextSort(present: string | undefined, column: string): string | undefined {
  if (present === column) return `-${column}`
  return present === `-${column}` ? undefined : column
}

/** Returns the `aria-sort` value of a column. */
export function sortDirection(
  present: string | undefined,
  column: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (column === undefined || present === undefined) return undefined
  if (present === column) return 'ascending'
  return present === `-${column}` ? 'descending' : undefined
}
