/** One value of a cell; nothing is an empty one. */
export type CsvValue = string | number | boolean | null | undefined

/** Tells spreadsheets that the text is UTF-8; without it they take letters beyond ASCII for others. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What spreadsheets would run as a formula, also behind blanks: a text that begins so is marked as text. */
const FORMULA_START = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A number may begin with a sign and stays a number. */
const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/** Rows as RFC 4180 has them, each line with its end. */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** The first line of a file: the mark of its encoding, and the names of the columns. */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLines([names])
}

function cell(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
