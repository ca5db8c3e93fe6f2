/**
 * The roles of a table and its parts, for elements that have them by themselves: some browsers take them away where the
 * parts are laid out in another way than a table's.
 */
export const as = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
