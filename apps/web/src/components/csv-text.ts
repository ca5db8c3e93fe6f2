/** A cell of a file. */
export type CsvCell = string | number | null

/** Rows as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** A text that a spreadsheet would take for a formula is kept from being one. */
function quoted(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
