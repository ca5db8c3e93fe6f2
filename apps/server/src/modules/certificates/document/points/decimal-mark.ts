import type { Cell, PointsTable, ResultTable } from '../page-model.ts'

/** A plain decimal number with a point, not part of a longer name. */
const NUMBER = /(?<![\d.])(\d+)\.(\d+)(?![\d.])/g

/**
 * Returns a text with the decimal mark of its language in its numbers. Records use points (ISO 80000-1, 7.3.2 allows
 * either mark).
 */
export function marked(text: string, mark: string): string {
  return mark === '.' ? text : text.replace(NUMBER, `$1${mark}$2`)
}

/** Returns a table of points with the decimal mark of its language. */
export function withDecimalMark(table: PointsTable, mark: string): PointsTable {
  if (mark === '.') return table
  return {
    ...table,
    columns: table.columns.map((column) =>
      'widest' in column && column.widest
        ? { ...column, widest: { ...column.widest, tail: column.widest.tail.replace('.', mark) } }
        : column,
    ),
    points: table.points.map((point) => ({
      ...point,
      lines: point.lines.map((line) => line.map((part) => ({ ...part, cell: markedCell(part.cell, mark) }))),
      remarks: point.remarks.map((remark) => marked(remark, mark)),
    })),
  }
}

/** Returns the table of a single reading with the decimal mark of its language. */
export function resultsWithDecimalMark(table: ResultTable, mark: string): ResultTable {
  if (mark === '.') return table
  return {
    ...table,
    rows: table.rows.map(({ value, deviation, ...row }) => ({
      ...row,
      value: markedCell(value, mark),
      ...(deviation && { deviation: markedCell(deviation, mark) }),
    })),
  }
}

/** Only a tail of one mark and digits is converted: a text such as `1.000,5` has its own marks. */
function markedCell(cell: Cell, mark: string): Cell {
  if ('text' in cell) return { text: marked(cell.text, mark) }
  const { quantity } = cell
  return { quantity: { ...quantity, tail: quantity.tail.replace('.', mark) } }
}
