import {
  CLASS_NAME_LENGTH_MAX,
  CLASS_ROWS_MAX,
  CLASSES_MAX,
  type ClassCell,
  type ClassColumn,
  type ClassTableContent,
  type ClassTableRow,
} from '../../app/procedures/class-table.ts'
import { readDecimal } from '../../measurement/decimal-text.ts'
import { Issues, type MeasurementIssue } from '../../measurement/issue.ts'
import type { CsvValue } from '../../shared/csv.ts'
import { readCsv } from '../../shared/read-csv.ts'
import { checkClassTable } from './check-class-table.ts'
import {
  cellParts,
  headText,
  readHead,
  rowColumns,
  type CellPart,
  type ClassHead,
} from './class-table-heads.ts'

/** The part of a class table that a file contains. */
export type ClassTableRows = Pick<ClassTableContent, 'classes' | 'rows'>

/** The members that a file does not contain; they come from the table into which it is read. */
type Units = Pick<ClassTableContent, 'unit' | 'deviation_unit'>

/**
 * Returns the column headings and rows of a table as a file. A class whose deviations are the same on both sides has a
 * single column for them.
 */
export function classTableFile({ classes, rows }: ClassTableRows): { heads: string[]; lines: CsvValue[][] } {
  const columns = classes.flatMap((column, index) => headsOf(column, rows, index))
  const hasDesignations = rows.some(({ designation }) => designation !== null)
  const hasRanges = rows.some(({ from }) => from !== null)
  const own = rowColumns.filter((name) => (name === 'designation' ? hasDesignations : hasRanges))
  return {
    heads: [...own, ...columns.map(([, head]) => headText(head))],
    lines: rows.map((row) => [
      ...own.map((name) => row[name]),
      ...columns.map(([index, { part }]) => row.limits[index]?.[part ?? 'upper']),
    ]),
  }
}

function headsOf(column: ClassColumn, rows: readonly ClassTableRow[], index: number): [number, ClassHead][] {
  const cells = rows.flatMap(({ limits }) => limits[index] ?? [])
  const isSymmetric = cells.every(({ upper, lower }) => upper === lower)
  const hasNominal = cells.some(({ nominal }) => nominal !== null)
  const parts: (CellPart | null)[] = isSymmetric ? [null] : ['upper', 'lower']
  if (hasNominal) parts.unshift('nominal')
  return parts.map((part) => [index, { ...column, part }])
}

/**
 * Reads a file or a block of a spreadsheet: headings in the first line, then a line for each row. Without headings, its
 * columns are from, to and one for each class of the table. A decimal comma counts as a decimal point, and a dash means
 * no limit.
 * @returns its content, and its problems: each issue at `csv`, its line and the heading of its column
 */
export function readClassTableFile(
  csv: string,
  present: Units & Pick<ClassTableContent, 'classes'>,
): ClassTableRows & { issues: readonly MeasurementIssue[] } {
  // In a pasted block, tabs separate the cells regardless of their content.
  const lines = readCsv(csv, csv.split('\n', 1)[0]!.includes('\t') ? '\t' : undefined)
  const [first = []] = lines
  const issues = new Issues(['csv'])
  const isHeaded = first.some((cell) => cell.trim() !== '' && deviationOf(cell) === null)
  const heads = isHeaded ? first.map((cell) => cell.trim()) : headless(present.classes)
  if (!isHeaded && first.length !== heads.length) issues.add([], 'field.heads_missing')
  if (heads.length > HEADS_MAX) issues.add([], 'field.too_many_items', { limit: CLASSES_MAX })
  const body = isHeaded ? lines.slice(1) : lines
  if (body.length > CLASS_ROWS_MAX) issues.add([], 'field.too_many_items', { limit: CLASS_ROWS_MAX })
  // A file that is too large is not read any further: it may have as many lines and headings as characters.
  if (issues.found.length > 0) return { classes: [], rows: [], issues: issues.found }
  const layout = layoutOf(heads, issues)
  if (issues.found.length > 0) return { classes: layout.classes, rows: [], issues: issues.found }
  if (body.length === 0) issues.add([], 'field.rows_missing')
  const offset = isHeaded ? 2 : 1
  const rows = body.map((cells, index) => readRow(new Cells(cells, index + offset, layout, issues), layout))
  const table = { ...present, name: '', source: '', classes: layout.classes, rows }
  const found = issues.found.length > 0 ? [] : placed(checkClassTable(table), layout, offset)
  return { classes: layout.classes, rows, issues: [...issues.found, ...found] }
}

/**
 * Maximum number of headings: those of a table with all permitted classes, each with a column for every part, and those
 * of the row itself.
 */
const HEADS_MAX = CLASSES_MAX * (cellParts.length + 1) + rowColumns.length

/** Maximum length of a heading: a class's name, and the words for member and part after it. */
const HEAD_LENGTH_MAX = CLASS_NAME_LENGTH_MAX + 40

/** The positions of the columns in a file. */
interface Layout {
  readonly heads: readonly string[]
  readonly classes: ClassColumn[]
  /** Returns the position of a class's column; undefined for a part that the file has no column for. */
  readonly position: (column: number, part: CellPart | null) => number | undefined
}

function headless(classes: readonly ClassColumn[]): string[] {
  return ['from', 'to', ...classes.map((column) => headText({ ...column, part: null }))]
}

function layoutOf(heads: readonly string[], issues: Issues): Layout {
  const classes: ClassColumn[] = []
  const positions = new Map<string, number>()
  for (const [position, head] of heads.entries()) {
    if (head.length > HEAD_LENGTH_MAX) {
      issues.add([1, position + 1], 'field.too_long', { limit: CLASS_NAME_LENGTH_MAX })
      continue
    }
    const name = rowColumns.find((column) => column === head.toLowerCase())
    const read = readHead(head)
    const key = name ?? JSON.stringify(read)
    if (head === '' || positions.has(key))
      issues.add([1, head], head === '' ? 'field.head_blank' : 'field.name_twice')
    if (read.name.length > CLASS_NAME_LENGTH_MAX) {
      issues.add([1, head], 'field.too_long', { limit: CLASS_NAME_LENGTH_MAX })
    }
    positions.set(key, position)
    const isKnown = classes.some((column) => column.name === read.name && column.member === read.member)
    if (name === undefined && !isKnown) classes.push({ name: read.name, member: read.member })
  }
  const isNamed = rowColumns.some((name) => positions.has(name))
  if (classes.length === 0 || !isNamed) issues.add([], 'field.heads_missing')
  if (classes.length > CLASSES_MAX) issues.add([], 'field.too_many_items', { limit: CLASSES_MAX })
  const position = (column: number, part: CellPart | null) => {
    const { name, member } = classes[column]!
    return positions.get(JSON.stringify({ name, member, part }))
  }
  return { heads, classes, position }
}

/** The cells of one line. */
class Cells {
  readonly #texts: readonly string[]
  readonly #line: number
  readonly #layout: Layout
  readonly #issues: Issues

  constructor(texts: readonly string[], line: number, layout: Layout, issues: Issues) {
    this.#texts = texts
    this.#line = line
    this.#layout = layout
    this.#issues = issues
  }

  text(position: number | undefined): string {
    return (position === undefined ? undefined : this.#texts[position])?.trim() ?? ''
  }

  /**
   * Reads a number; null for an empty cell.
   * @param side with which a sign must not conflict: `lower` values are below the nominal value
   */
  decimal(position: number | undefined, side: CellPart | null): string | null {
    const text = this.text(position)
    if (text === '') return null
    const read = deviationOf(text)
    const head = this.#layout.heads[position!]!
    if (read === null) this.#issues.add([this.#line, head], 'field.format_number')
    const isWrong =
      (side === 'upper' && /^[-−]\s*\d/.test(text)) || (side === 'lower' && text.startsWith('+'))
    if (isWrong) this.#issues.add([this.#line, head], 'field.not_magnitude')
    if (read === '') return null
    return side === 'nominal' || side === null ? read : (read?.replace(/^-/, '') ?? null)
  }
}

/** Returns a number as spreadsheets write it, with or without `±` before it; '' for a dash, null for anything else. */
function deviationOf(cell: string): string | null {
  const text = cell
    .trim()
    .replace(/^[±+]\s*/, '')
    .replace('−', '-')
    .replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
  if (/^[-–—]$/.test(text)) return ''
  return readDecimal(text) === null ? null : text
}

function readRow(cells: Cells, { heads, classes, position }: Layout): ClassTableRow {
  const own = (name: (typeof rowColumns)[number]) => {
    const found = heads.findIndex((head) => head.toLowerCase() === name)
    return found < 0 ? undefined : found
  }
  const limits = classes.map((_, column): ClassCell | null => {
    const both = cells.decimal(position(column, null), null)
    const nominal = cells.decimal(position(column, 'nominal'), 'nominal')
    const upper = cells.decimal(position(column, 'upper'), 'upper') ?? both
    const lower = cells.decimal(position(column, 'lower'), 'lower') ?? both
    return upper === null && lower === null && nominal === null ? null : { nominal, upper, lower }
  })
  return {
    designation: cells.text(own('designation')) || null,
    from: cells.decimal(own('from'), null),
    to: cells.decimal(own('to'), null),
    limits,
  }
}

/**
 * Returns issues of a table with their location in the file.
 * @param offset line of the first row
 */
function placed(
  issues: readonly MeasurementIssue[],
  { heads, classes, position }: Layout,
  offset: number,
): MeasurementIssue[] {
  const headOf = (column: number, part: CellPart | null) => {
    const found = [part, null, 'upper', 'lower', 'nominal'] as const
    const at = found.map((each) => position(column, each)).find((each) => each !== undefined)
    return at === undefined ? headText({ ...classes[column]!, part: null }) : heads[at]!
  }
  return issues.flatMap((issue) => {
    const [list, index, member, column, part] = issue.path
    if (list === 'deviation_unit') return []
    if (list === 'classes') return [{ ...issue, path: ['csv', 1, headOf(Number(index), null)] }]
    const line = Number(index) + offset
    if (member === 'limits' && column !== undefined) {
      return [
        { ...issue, path: ['csv', line, headOf(Number(column), (part as CellPart | undefined) ?? null)] },
      ]
    }
    return [{ ...issue, path: ['csv', line, ...(member === undefined ? [] : [member])] }]
  })
}
