import { isBlank } from '@plumbline/contract/tolerance'
import { observedIn } from './observed-words.ts'
import { observedOf, type Phase, type PhaseEntry, type PointEntry } from './point-entry.ts'

/** A cell that a point has in the grid: a part of what it asks for, or a reading. */
export type CellColumn = 'nominal' | 'unit' | 'tolerance' | `${Phase}.${number}`

/** Where a block was put: its first cell. */
export interface CellPlace {
  readonly row: number
  readonly column: CellColumn
}

/** What a block made of the points, and how many of its lines lie below the last one. */
export interface PastedPoints {
  readonly entries: readonly PointEntry[]
  readonly linesBeyond: number
}

/** The cells of a block as spreadsheets copy it: lines of cells with tabs between. Null for a text that is no block. */
export function readBlock(text: string): string[][] | null {
  const lines = text.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/)
  if (lines.length === 1 && !text.includes('\t')) return null
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/**
 * Points with a block put into them from one cell on, to the right and down; an empty cell leaves what stands there.
 * @param added makes a point for a line below the last one; null where points cannot be added
 */
export function withBlock(
  entries: readonly PointEntry[],
  block: readonly (readonly string[])[],
  { row, column }: CellPlace,
  added: ((previous: PointEntry | undefined) => PointEntry) | null,
): PastedPoints {
  const changed = [...entries]
  let linesBeyond = 0
  for (const [down, cells] of block.entries()) {
    const at = row + down
    if (at >= changed.length && added !== null && cells.some((cell) => cell !== '')) {
      changed.push(added(changed.at(-1)))
    }
    const entry = changed[at]
    if (entry) changed[at] = withLine(entry, cells, column)
    else linesBeyond += 1
  }
  return { entries: changed, linesBeyond }
}

function withLine(entry: PointEntry, cells: readonly string[], first: CellColumn): PointEntry {
  const columns = columnsOf(entry)
  const from = columns.indexOf(first)
  // A point with fewer readings than the one that the block begins at has no such cell.
  if (from === -1) return entry
  return cells.reduce((changed, cell, across) => {
    const column = columns[from + across]
    return column === undefined || cell === '' ? changed : withCell(changed, column, cell)
  }, entry)
}

/** The cells of a point from left to right. */
export function columnsOf({ isOwn, spec }: PointEntry): CellColumn[] {
  const readings = (phase: Phase) =>
    Array.from({ length: spec.repeats }, (_, index) => `${phase}.${index}` as const)
  return [
    ...(isOwn ? (['nominal', 'unit', 'tolerance'] as const) : []),
    ...readings('found'),
    ...readings('left'),
  ]
}

/** A point with the text of one cell changed. */
export function withCell(entry: PointEntry, column: CellColumn, text: string): PointEntry {
  if (column === 'nominal' || column === 'unit') return { ...entry, spec: { ...entry.spec, [column]: text } }
  if (column === 'tolerance') return { ...entry, spec: { ...entry.spec, tolerance: toleranceOf(text) } }
  const [phase, place] = column.split('.') as [Phase, string]
  return withReading(entry, phase, Number(place), text)
}

/** What a single cell says of a tolerance: the same width on both sides. */
function toleranceOf(text: string): PointEntry['spec']['tolerance'] {
  return isBlank(text) ? null : { symmetric: { absolute: text.replace(/^\s*(±|\+\/?-)\s*/, '') } }
}

function withReading(entry: PointEntry, phase: Phase, place: number, text: string): PointEntry {
  const observed = observedIn(text, entry.spec)
  if (observed !== null) return { ...entry, [phase]: { readings: [], reason: '', kept: observed } }
  const { readings, kept } = entry[phase]
  const length = Math.max(readings.length, place + 1)
  const changed = Array.from({ length }, (_, index) => (index === place ? text : (readings[index] ?? '')))
  // A reason why there are no readings goes with the first of them.
  const reason = isBlank(text) ? entry[phase].reason : ''
  return { ...entry, [phase]: { readings: changed, reason, ...besideReadings(kept) } }
}

/** What stays with a phase whose readings are typed anew: they take the place of what was observed, and of why there were none. */
function besideReadings(kept: PhaseEntry['kept']): Pick<PhaseEntry, 'kept'> {
  const { reference, uncertainty } = kept ?? {}
  const stays = { ...(reference != null && { reference }), ...(uncertainty != null && { uncertainty }) }
  return Object.keys(stays).length === 0 ? {} : { kept: stays }
}

/** The text of a cell as it was typed. */
export function cellText(entry: PointEntry, column: CellColumn): string {
  if (column === 'nominal' || column === 'unit') return entry.spec[column]
  if (column === 'tolerance') return entry.spec.tolerance?.symmetric?.absolute ?? ''
  const [phase, place] = column.split('.') as [Phase, string]
  const typed = entry[phase].readings[Number(place)]
  return typed ?? (place === '0' ? (observedOf(entry[phase]) ?? '') : '')
}

/** Points as left as they were found. */
export function withSameAsFound(entry: PointEntry): PointEntry {
  return { ...entry, left: entry.found, leftOpen: true }
}
