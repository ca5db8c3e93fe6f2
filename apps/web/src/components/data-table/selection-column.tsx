import { Checkbox } from '@mantine/core'
import type { MouseEvent } from 'react'
import { t } from '../../base/messages.ts'
import type { Column } from './column.ts'
import type { RowSelection } from './use-selection.ts'

/** Returns the column of checkboxes that select rows; with the shift key they select all rows from the last one. */
export function selectionColumn<Row>(
  rows: readonly Row[],
  selection: RowSelection,
  { idOf, nameOf }: { idOf: (row: Row) => string; nameOf: (row: Row) => string },
): Column<Row> {
  const chosen = rows.filter((row) => selection.has(idOf(row))).length
  return {
    key: 'select',
    label: t('table.selectPage'),
    head: (
      <Checkbox
        aria-label={t('table.selectPage')}
        checked={rows.length > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={(event) => selection.togglePage(event.currentTarget.checked)}
      />
    ),
    fixed: true,
    width: 44,
    render: (row) => (
      <Checkbox
        data-select
        aria-label={t('table.select', { name: nameOf(row) })}
        checked={selection.has(idOf(row))}
        onChange={({ nativeEvent }) =>
          selection.toggle(idOf(row), (nativeEvent as unknown as MouseEvent).shiftKey)
        }
        onKeyDown={(event) => {
          if (event.key !== ' ' || !event.shiftKey) return
          event.preventDefault()
          selection.toggle(idOf(row), true)
        }}
      />
    ),
  }
}
