import type { Column } from './column.ts'
import styles from './card-column.module.css'

/**
 * Returns the columns of a phone: all of a table in one card, under a checkbox if there is one. What identifies a row heads
 * the card, with the actions on it; the others follow with their labels, except those that say nothing of this row.
 */
export function cardColumns<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const select = columns.filter(({ key }) => key === 'select')
  const [head, ...others] = columns.filter(({ key }) => key !== 'select')
  if (head === undefined) return select
  const facts = others.filter(({ pinned }) => pinned !== true)
  const actions = others.filter(({ pinned }) => pinned === true)
  return [
    ...select,
    {
      key: head.key,
      label: head.label,
      fixed: true,
      wraps: true,
      render: (row) => (
        <div className={styles.card}>
          <div className={styles.head}>
            <div>{head.render(row)}</div>
            {actions.map((column) => (
              <div key={column.key}>{column.render(row)}</div>
            ))}
          </div>
          {facts.map((column) => {
            const value = column.render(row)
            return (
              !nothing.has(value) && (
                <div key={column.key}>
                  {column.label !== '' && <span className={styles.label}>{column.label}: </span>}
                  {value}
                </div>
              )
            )
          })}
        </div>
      ),
    },
  ]
}

/** Values of a cell without content. */
const nothing: ReadonlySet<unknown> = new Set([null, undefined, false, '', '–'])
