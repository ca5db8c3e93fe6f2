/** What spreadsheets would run as a formula; a text that begins so is marked as text. */
const FORMULA_START = /^[=+\-@\t\r]/

/** A number may begin with a sign and stays a number. */
const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/** Rows as RFC 4180 text with a byte order mark, so that spreadsheets read the letters right. */
export function csvText(
  rows: readonly (readonly (string | number | boolean | null | undefined)[])[],
): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
