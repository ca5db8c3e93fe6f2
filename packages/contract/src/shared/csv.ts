/** The value of a cell; null and undefined are empty. */
export type CsvValue = string | number | boolean | null | undefined

/** Marks the text as UTF-8 for spreadsheet programs, which would otherwise misread non-ASCII characters. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a spreadsheet program may begin a new cell within a text: one whose separator is `;` or a tab splits there, and
 * at line ends too, because it recognizes a quote only at the beginning of what it considers a cell.
 */
const SPLIT = /([;\t\r\n]+)/

/**
 * Texts that spreadsheet programs execute as a formula, including after spaces and quotes that they remove; and texts
 * that would be one without their leading apostrophes, which get another one so that `withoutGuards` leaves them.
 */
const FORMULA_START = /^'*[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * A signed number with an optional unit, which is not changed. The unit contains no digit, bracket or `!`, so that it
 * is neither a reference nor a call.
 */
const NUMBER = /^[+-](\d+([.,]\d+)?|[.,]\d+)(e[+-]?\d+)?([ \u00A0\u202F]?[\p{L}°%][\p{L}°%/·²³]{0,11})?$/iu

/** Characters for which a cell needs quotes, whichever separator a spreadsheet program uses. */
const QUOTED = /[",;\t\r\n]/

/** Characters that separate the cells of a line, depending on the regional settings of spreadsheet programs. */
export const csvSeparators = [',', ';', '\t'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

/** Returns rows in the format of RFC 4180, each line with its end, safe in spreadsheet programs with any separator. */
export function csvLines(rows: readonly (readonly CsvValue[])[], separator: CsvSeparator = ','): string {
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')
}

/** Returns the first line of a file: the byte order mark, and the names of the columns. */
export function csvHead(names: readonly string[], separator: CsvSeparator = ','): string {
  return BYTE_ORDER_MARK + csvLines([names], separator)
}

/** Returns the original text of a cell before formula protection. */
export function withoutGuards(text: string): string {
  if (!text.includes("'")) return text
  const [first = '', ...rest] = text.split(SPLIT)
  return withoutGuard(first + rest.map(withoutGuard).join(''))
}

function withoutGuard(text: string): string {
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text
}

function cell(value: CsvValue, column: number, row: readonly CsvValue[]): string {
  const text = value === null || value === undefined ? '' : String(value)
  // If commas are not the separator, the first cell is the beginning of the whole line: a number would begin a formula.
  const beginsLine = column === 0 && row.length > 1
  const safe = NUMBER.test(text) && !beginsLine ? text : harmless(text)
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Inserts an apostrophe wherever a spreadsheet program would find a formula: at the beginning and after each split. */
function harmless(text: string): string {
  const [first = '', ...rest] = text.split(SPLIT)
  const behind = rest.map((part) => (FORMULA_START.test(part) ? `'${part}` : part)).join('')
  return `${FORMULA_START.test(text) ? "'" : ''}${first}${behind}`
}
