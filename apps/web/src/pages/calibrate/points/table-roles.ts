/**
 * The roles of a table and its parts, set explicitly on table elements: some browsers drop the implicit roles if the
 * elements have another CSS layout.
 */
export const as = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
