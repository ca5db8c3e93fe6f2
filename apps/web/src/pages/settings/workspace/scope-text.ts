import type { ScopeLine } from '@plumbline/contract'

/** The members of a line, in the order of the columns. */
export const scopeColumns = [
  'quantity',
  'from',
  'to',
  'unit',
  'cmc',
  'cmc_unit',
  'cmc_percent',
  'method',
  'since',
  'until',
] as const satisfies (keyof ScopeLine)[]

/** Columns that every line fills. */
const REQUIRED: readonly (keyof ScopeLine)[] = ['quantity', 'from', 'to', 'unit']

/** Columns of numbers, in which a decimal comma is read too. */
const NUMBERS: readonly (keyof ScopeLine)[] = ['from', 'to', 'cmc', 'cmc_percent']

/** A scope of accreditation as people edit it: a line each, its columns between semicolons. */
export function scopeText(scope: readonly ScopeLine[] | null): string {
  return (scope ?? [])
    .map((line) =>
      scopeColumns
        .map((name) => line[name] ?? '')
        .join('; ')
        .replace(/[; ]+$/, ''),
    )
    .join('\n')
}

/**
 * Returns the lines of a text with columns separated by semicolons, or by tabs as copied from spreadsheets. Blank lines are
 * omitted; the server reports invalid values.
 */
export function readScope(text: string): ScopeLine[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? null : lines.map(readLine)
}

function readLine(line: string): ScopeLine {
  const cells = line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim())
  const members = scopeColumns.map((name, index) => {
    const cell = cells[index] ?? ''
    const value = NUMBERS.includes(name) ? cell.replace(/^([-+]?\d+),(\d+)$/, '$1.$2') : cell
    return [name, value === '' && !REQUIRED.includes(name) ? null : value]
  })
  return Object.fromEntries(members) as ScopeLine
}
