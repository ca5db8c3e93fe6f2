import { MEASUREMENTS_MAX, type PhaseCreate } from '@plumbline/contract'
import { exponentBetween } from '@plumbline/contract/measurement'
import { isBlank } from '@plumbline/contract/tolerance'
import { columnsOfHead, type Heading, readHead } from './block-head.ts'
import { observedOf, type Phase, type PhaseEntry, type PointEntry } from './point-entry.ts'
import { numberText } from './reading-number.ts'

/** Words that a cell accepts instead of a reading, in lower case without spaces. */
const WORDS: Readonly<Record<string, NonNullable<PhaseCreate['judgement']>>> = {
  go: 'conforms',
  pass: 'conforms',
  passed: 'conforms',
  ok: 'conforms',
  bestanden: 'conforms',
  'i.o.': 'conforms',
  'no-go': 'does_not_conform',
  nogo: 'does_not_conform',
  fail: 'does_not_conform',
  failed: 'does_not_conform',
  nok: 'does_not_conform',
  nichtbestanden: 'does_not_conform',
  'n.i.o.': 'does_not_conform',
  ol: 'does_not_conform',
}

/** A cell of a point in the grid: part of its specification, or a reading. */
export type CellColumn = 'nominal' | 'unit' | 'tolerance' | `${Phase}.${number}`

/** The cell into which a block was pasted. */
export interface GridCell {
  readonly row: number
  readonly column: CellColumn
}

/** A line of a block, or cells of it, that went into no point. */
export interface RefusedLine {
  /** Its number in the block, starting from 1 and including a heading. */
  readonly line: number
  readonly cells: readonly string[]
  /** Why: no point is left, none has its nominal value, the unit differs, or the point has no such cells. */
  readonly why: 'beyond' | 'nominal' | 'unit' | 'cells'
}

/** The points after pasting a block, and everything in the block that went into no point. */
export interface PastedPoints {
  readonly entries: readonly PointEntry[]
  readonly refused: readonly RefusedLine[]
  /** Headings of columns for which points have no cell. */
  readonly columnsLeftOut: readonly string[]
}

/** Creates a point for a line without one, with the same quantity as the point before it. */
type Added = (previous: PointEntry | undefined) => PointEntry

/**
 * Returns the cells of a block as copied from spreadsheets or CSV files: lines of cells separated by tabs or semicolons.
 * Returns null for text that is not a block.
 */
export function readBlock(text: string): string[][] | null {
  const lines = text.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/)
  const mark = ['\t', ';'].find((each) => text.includes(each))
  if (lines.length === 1 && mark === undefined) return null
  return lines.map((line) => (mark === undefined ? [line] : line.split(mark)).map((cell) => cell.trim()))
}

/**
 * Pastes a block into points. Empty cells change nothing. A block fills the cells to the right of and below one cell. The
 * columns of a block with headings go where the headings say, and each line goes to the point with its nominal value.
 */
export function withBlock(
  entries: readonly PointEntry[],
  block: readonly (readonly string[])[],
  target: GridCell,
  added: Added,
): PastedPoints {
  const head = readHead(block[0] ?? [])
  return head === null
    ? withPlainBlock(entries, block, target, target.column === 'nominal' ? added : null)
    : withNamedColumns(entries, block, target, { head, added })
}

function withPlainBlock(
  entries: readonly PointEntry[],
  block: readonly (readonly string[])[],
  { row, column }: GridCell,
  added: Added | null,
): PastedPoints {
  const changed = [...entries]
  const refused = block.flatMap((cells, down): readonly RefusedLine[] => {
    const at = row + down
    if (cells.every((cell) => cell === '')) return []
    if (at >= changed.length && hasRoom(changed) && added !== null) changed.push(added(changed.at(-1)))
    const entry = changed[at]
    if (entry === undefined) return [{ line: down + 1, cells, why: 'beyond' }]
    const columns = columnsOf(entry)
    // A point with fewer readings than the first one of the block has no such cell.
    const from = columns.includes(column) ? columns.indexOf(column) : columns.length
    changed[at] = withCells(entry, cells, columns.slice(from))
    const beyond = cells.slice(columns.length - from)
    return beyond.some((cell) => cell !== '') ? [{ line: down + 1, cells: beyond, why: 'cells' }] : []
  })
  return { entries: changed, refused, columnsLeftOut: [] }
}

function withNamedColumns(
  entries: readonly PointEntry[],
  block: readonly (readonly string[])[],
  { row, column }: GridCell,
  { head, added }: { head: readonly (Heading | null)[]; added: Added },
): PastedPoints {
  const columns = columnsOfHead(head, column)
  const changed = [...entries]
  const taken = new Set<number>()
  const refused = block.slice(1).flatMap((cells, down): readonly RefusedLine[] => {
    const line = down + 2
    if (cells.every((cell) => cell === '')) return []
    const nominal = cells[columns.indexOf('nominal')] ?? ''
    const at = rowFor(nominal, changed, taken, row)
    if (at === changed.length && hasRoom(changed) && nominal !== '' && entries.at(-1)?.isOwn !== false) {
      changed.push(added(changed.at(-1)))
    }
    const entry = changed[at]
    if (entry === undefined) return [{ line, cells, why: nominal === '' ? 'beyond' : 'nominal' }]
    if (isOtherUnit(cells[columns.indexOf('unit')] ?? '', entry)) return [{ line, cells, why: 'unit' }]
    taken.add(at)
    const [within, beyond] = cellsWithin(cells, columns, entry)
    changed[at] = withCells(entry, within, columns)
    return beyond.length > 0 ? [{ line, cells: beyond, why: 'cells' }] : []
  })
  const isLeftOut = (heading: Heading | null) =>
    heading === null || (heading === 'tolerance' && changed.some(({ isOwn }, at) => !isOwn && taken.has(at)))
  const columnsLeftOut = block[0]!.filter((name, at) => name !== '' && isLeftOut(head[at] ?? null))
  return { entries: changed, refused, columnsLeftOut }
}

/**
 * Returns the point for a line of a block with headings: the next one with its nominal value that has no line yet, otherwise
 * the next one with an empty nominal value, otherwise a new one. A line without a nominal value goes to the point after that
 * of the previous line.
 */
function rowFor(
  nominal: string,
  entries: readonly PointEntry[],
  taken: ReadonlySet<number>,
  row: number,
): number {
  const next = Math.max(row - 1, ...taken) + 1
  if (nominal === '') return next
  const rows = entries.map((_, at) => at)
  const inOrder = [...rows.slice(next), ...rows.slice(0, next)].filter((at) => !taken.has(at))
  const same = inOrder.find((at) => isNominal(entries[at]!, nominal))
  const open = inOrder.find((at) => entries[at]!.isOwn && isBlank(entries[at]!.spec.nominal))
  return same ?? open ?? entries.length
}

function isNominal({ spec }: PointEntry, text: string): boolean {
  const [stated, asked] = [text, spec.nominal].map((each) => numberText(each, spec.unit))
  return stated === asked || (!isBlank(asked) && Number(stated) === Number(asked))
}

/** Whether a unit contradicts that of a point whose unit is fixed. */
function isOtherUnit(unit: string, { isOwn, spec }: PointEntry): boolean {
  return !isOwn && !isBlank(unit) && unit !== spec.unit && exponentBetween(unit, spec.unit) !== 0
}

/** Returns the cells of a line that a point has, with the others emptied, and the cells that it does not have. */
function cellsWithin(
  cells: readonly string[],
  columns: readonly (CellColumn | null)[],
  entry: PointEntry,
): [within: string[], beyond: string[]] {
  const own = new Set<CellColumn>(columnsOf(entry))
  const isWithin = (column: CellColumn | null | undefined) => column != null && own.has(column)
  const isReading = (column: CellColumn | null | undefined) => column?.includes('.') === true
  return [
    cells.map((cell, at) => (isWithin(columns[at]) ? cell : '')),
    cells.filter((cell, at) => cell !== '' && isReading(columns[at]) && !isWithin(columns[at])),
  ]
}

function hasRoom(entries: readonly PointEntry[]): boolean {
  return entries.length < MEASUREMENTS_MAX
}

function withCells(
  entry: PointEntry,
  cells: readonly string[],
  columns: readonly (CellColumn | null)[],
): PointEntry {
  return cells.reduce((changed, cell, across) => {
    const column = columns[across]
    return column == null || cell === '' ? changed : withCell(changed, column, cell)
  }, entry)
}

/** Returns the cells of a point from left to right. */
export function columnsOf({ isOwn, spec }: PointEntry): CellColumn[] {
  const readings = (phase: Phase) =>
    Array.from({ length: spec.repeats }, (_, index) => `${phase}.${index}` as const)
  return [
    ...(isOwn ? (['nominal', 'unit', 'tolerance'] as const) : []),
    ...readings('found'),
    ...readings('left'),
  ]
}

/** Returns a point with a changed cell. */
export function withCell(entry: PointEntry, column: CellColumn, text: string): PointEntry {
  if (column === 'nominal' || column === 'unit') return { ...entry, spec: { ...entry.spec, [column]: text } }
  if (column === 'tolerance') return { ...entry, spec: { ...entry.spec, tolerance: toleranceOf(text) } }
  const [phase, reading] = column.split('.') as [Phase, string]
  return withReading(entry, phase, Number(reading), text)
}

/** Returns the tolerance that a single cell states: the same width on both sides. */
function toleranceOf(text: string): PointEntry['spec']['tolerance'] {
  return isBlank(text) ? null : { symmetric: { absolute: text.replace(/^\s*(±|\+\/?-)\s*/, '') } }
}

function withReading(entry: PointEntry, phase: Phase, at: number, text: string): PointEntry {
  const observed = observedIn(text, entry.spec)
  if (observed !== null) return { ...entry, [phase]: { readings: [], reason: '', kept: observed } }
  const { readings, kept } = entry[phase]
  const length = Math.max(readings.length, at + 1)
  const changed = Array.from({ length }, (_, index) => (index === at ? text : (readings[index] ?? '')))
  // The first reading removes the reason for not measuring.
  const reason = isBlank(text) ? entry[phase].reason : ''
  return { ...entry, [phase]: { readings: changed, reason, ...besideReadings(kept) } }
}

/** Returns what remains of a phase when readings are entered: they replace an observation or a reason for not measuring. */
function besideReadings(kept: PhaseEntry['kept']): Pick<PhaseEntry, 'kept'> {
  const { reference, uncertainty } = kept ?? {}
  const stays = { ...(reference != null && { reference }), ...(uncertainty != null && { uncertainty }) }
  return Object.keys(stays).length === 0 ? {} : { kept: stays }
}

/** Returns the text of a cell as typed. */
export function cellText(entry: PointEntry, column: CellColumn): string {
  if (column === 'nominal' || column === 'unit') return entry.spec[column]
  if (column === 'tolerance') return entry.spec.tolerance?.symmetric?.absolute ?? ''
  const [phase, reading] = column.split('.') as [Phase, string]
  const typed = entry[phase].readings[Number(reading)]
  return typed ?? (reading === '0' ? (observedOf(entry[phase]) ?? '') : '')
}

/** Copies as found to as left. */
export function withSameAsFound(entry: PointEntry): PointEntry {
  return { ...entry, left: entry.found, leftOpen: true }
}

/** An observation instead of a number, and whether the point conforms. */
type Observed = Pick<PhaseCreate, 'observed' | 'judgement'>

/** The part of a point's specification that decides what words mean. */
interface JudgedPoint {
  readonly function: string
  readonly tolerance: { readonly text?: string | null | undefined } | null
}

/**
 * Returns the observation that the text of a cell states; null for any other text. A NO-GO member conforms if it does not
 * go.
 */
function observedIn(text: string, point: JudgedPoint): Observed | null {
  const word = text.toLowerCase().replaceAll(/\s+/g, '')
  if (!Object.hasOwn(WORDS, word)) return null
  const isOfMember = word.endsWith('go')
  const judgement =
    isOfMember && isNoGo(point) ? (word === 'go' ? 'does_not_conform' : 'conforms') : WORDS[word]!
  return { observed: text.trim(), judgement }
}

function isNoGo({ function: measured, tolerance }: JudgedPoint): boolean {
  return /\bno[-\s]?go\b/i.test(`${measured} ${tolerance?.text ?? ''}`)
}
