import type { Cell, PointsTable } from '../page-model.ts'

/** A plain decimal number with a point, not part of a longer name. */
const NUMBER = /(?<![\d.])(\d+)\.(\d+)(?![\d.])/g

/** The numbers of a table with the decimal mark of its language; records write points (ISO 80000-1, 7.3.2 allows either mark). */
export function withDecimalMark(table: PointsTable, mark: string): PointsTable {
  if (mark === '.') return table
  const marked = (text: string) => text.replace(NUMBER, `$1${mark}$2`)
  const cell = (each: Cell): Cell =>
    'quantity' in each
      ? { quantity: { ...each.quantity, tail: each.quantity.tail.replace('.', mark) } }
      : { text: marked(each.text) }
  return {
    ...table,
    columns: table.columns.map((column) =>
      'widest' in column && column.widest
        ? { ...column, widest: { ...column.widest, tail: column.widest.tail.replace('.', mark) } }
        : column,
    ),
    points: table.points.map((point) => ({
      ...point,
      lines: point.lines.map((line) => line.map((part) => ({ ...part, cell: cell(part.cell) }))),
      remarks: point.remarks.map(marked),
    })),
  }
}
