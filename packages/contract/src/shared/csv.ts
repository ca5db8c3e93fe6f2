/** One value of a cell; nothing is an empty one. */
export type CsvValue = string | number | boolean | null | undefined

/** Marks the text as UTF-8 for spreadsheets; without it they take letters beyond ASCII for others. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where some spreadsheet begins a new cell inside a text: one whose separator is `;` or a tab splits there, and at
 * line ends too, since it knows a quote only at the beginning of what it takes for a cell.
 */
const SPLIT = /([;\t\r\n]+)/

/**
 * What spreadsheets run as a formula, also behind blanks and quotes that they drop; and what would be one without the
 * apostrophes before it, which get another one so that `withoutGuards` leaves them.
 */
const FORMULA_START = /^'*[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * A signed number, with its unit if it has one: it stays what it is. The unit holds no digit, bracket or `!`, so that
 * it is neither a reference nor a call.
 */
const NUMBER = /^[+-](\d+([.,]\d+)?|[.,]\d+)(e[+-]?\d+)?([ \u00A0\u202F]?[\p{L}°%][\p{L}°%/·²³]{0,11})?$/iu

/** Characters that make a cell need quotes, for whichever separator a spreadsheet takes. */
const QUOTED = /[",;\t\r\n]/

/** Rows as RFC 4180 has them, each line with its end, harmless in spreadsheets of every separator. */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** The first line of a file: the mark of its encoding, and the names of the columns. */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLines([names])
}

/** The original text of a cell before formula protection. */
export function withoutGuards(text: string): string {
  const [first = '', ...rest] = text.split(SPLIT)
  return withoutGuard(first + rest.map(withoutGuard).join(''))
}

function withoutGuard(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text
}

function cell(value: CsvValue, column: number, row: readonly CsvValue[]): string {
  const text = value === null || value === undefined ? '' : String(value)
  // Where commas do not separate, the first cell is the beginning of the whole line: a number would begin a formula.
  const beginsLine = column === 0 && row.length > 1
  const safe = NUMBER.test(text) && !beginsLine ? text : harmless(text)
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text with an apostrophe wherever a spreadsheet would find a formula: at its beginning and behind each split. */
function harmless(text: string): string {
  const [first = '', ...rest] = text.split(SPLIT)
  const behind = rest.map((part) => (FORMULA_START.test(part) ? `'${part}` : part)).join('')
  return `${FORMULA_START.test(text) ? "'" : ''}${first}${behind}`
}
