import {
  CUSTOM_FIELD_PREFIX,
  importPresets,
  importTargetsOf,
  POINT_TARGET,
  type ImportColumn,
  type ImportKind,
  type ImportPreset,
  type ImportTarget,
} from '@plumbline/contract'
import { comparable, lineText } from './cell-text.ts'
import { exportedPointTarget, namesExportedPoints } from './exported-point.ts'
import { historyTargetOf, namesHistory } from './history-columns.ts'
import { presets } from './presets.ts'

/** Number of lines at the beginning of a file in which the column names are searched; titles may precede them. */
export const HEAD_LINES = 15

/**
 * Column with the reasons in files of failed rows; it is ignored when one is imported, and no lines follow below its
 * column names.
 */
export const REASON_COLUMN = 'Reason'

/** What was recognized about the columns of a file. */
export interface Columns {
  readonly preset: ImportPreset
  /** Position of the line with the column names, from 0. */
  readonly head: number
  /** Position of the first row. */
  readonly firstRow: number
  /** Target of each column, in order; a column without a name is omitted if it is empty. */
  readonly columns: readonly ImportColumn[]
  readonly unixSeconds: boolean
}

/** What the user specified about the columns of a file. */
export interface ColumnChoice {
  /** Kind of the file's content; defaults to a register. */
  readonly kind?: ImportKind
  readonly preset?: ImportPreset | undefined
  readonly mapping?: Readonly<Record<string, ImportTarget>> | undefined
}

/**
 * Recognizes the line with the column names, the product that wrote them, and the target of each column. No two columns
 * have the same field as target: the one that is named like the field gets it, or else the first one, and the other becomes a custom
 * field.
 * @param lines the first lines of the file
 * @returns undefined if no line names an asset tag and another column, or for a history an instrument and a date
 */
export function recogniseColumns(
  lines: readonly (readonly string[])[],
  { kind = 'instruments', preset: chosen, mapping = {} }: ColumnChoice,
): Columns | undefined {
  const isHistory = kind === 'calibrations'
  const candidates = lines.slice(0, HEAD_LINES).map((line, head) => {
    const preset = chosen ?? (isHistory ? 'generic' : presetOf(line))
    const targetOf = isHistory ? historyTargetOf : targetIn(presets[preset].columns)
    const names = distinct(namesOf(lines.slice(head)))
    return { head, preset, columns: targetsOf(names, kind, targetOf, mapping) }
  })
  const [best] = candidates
    .filter(isHistory ? namesCalibrations : namesRegister)
    .toSorted((a, b) => known(b) - known(a))
  if (!best) return undefined
  const { linesBelowHead, unixSeconds } = presets[best.preset]
  const isOurs = best.columns.some(({ column }) => column === REASON_COLUMN)
  return { ...best, firstRow: best.head + 1 + (isOurs ? 0 : linesBelowHead), unixSeconds }
}

/** Returns the label of the custom field that a column becomes: its name, without the prefix that our exports add. */
export function labelOf(column: string): string {
  const isExported = column.startsWith(CUSTOM_FIELD_PREFIX) && column.length > CUSTOM_FIELD_PREFIX.length
  return isExported ? column.slice(CUSTOM_FIELD_PREFIX.length) : column
}

function presetOf(line: readonly string[]): ImportPreset {
  const names = new Set(line.map(comparable))
  const fitting = importPresets
    .map((preset) => ({ preset, hits: presets[preset].telling.filter((name) => names.has(name)).length }))
    .filter(({ hits }) => hits >= 2)
    .toSorted((a, b) => b.hits - a.hits)
  return fitting[0]?.preset ?? 'generic'
}

function targetsOf(
  names: readonly string[],
  kind: ImportKind,
  targetOf: (name: string) => ImportTarget,
  mapping: Readonly<Record<string, ImportTarget>>,
): ImportColumn[] {
  const chosenFor = (column: string) => (Object.hasOwn(mapping, column) ? mapping[column] : undefined)
  // Choices of a person take precedence over recognition.
  const taken = new Set(names.map(chosenFor))
  const isOfPoints = kind === 'calibrations' && namesExportedPoints(names)
  const columns = names.map((column, at): ImportColumn => {
    if (column === '') return { column, target: 'ignore' }
    const chosen = chosenFor(column)
    // A field of files of another kind is not a field here, and a member of a point is named by its column.
    const isKnown =
      chosen !== undefined &&
      chosen !== POINT_TARGET &&
      (importTargetsOf[kind] as readonly string[]).includes(chosen)
    if (isKnown) return { column, target: chosen }
    const exported = isOfPoints ? exportedPointTarget(column) : undefined
    if (exported !== undefined) return { column, target: exported }
    if (column === letterOf(at)) return { column, target: 'ignore' }
    const target = targetOf(namedBy(column))
    if (target === 'ignore' || target === 'custom_field') return { column, target }
    // Our exports state the date of a calibration beside its time: the column that is named like a field has it.
    const isSecond = taken.has(target) || (target !== column && names.includes(target))
    if (isSecond) return { column, target: kind === 'instruments' ? 'custom_field' : 'ignore' }
    taken.add(target)
    return { column, target }
  })
  if (taken.has('asset_tag') || taken.has('asset_tag_alternative')) return columns
  // In a history a serial number identifies the instrument, and a number column beside it may number the lines.
  if (kind === 'calibrations' && taken.has('serial_number')) return columns
  const tag = TAG_AT_LAST.map((name) => names.find((column) => namedBy(column) === name)).find(
    (column) => column !== undefined && chosenFor(column) === undefined,
  )
  return columns.map((one) => (one.column === tag ? { ...one, target: 'asset_tag' } : one))
}

/** Names of a column that is used as the asset tag only if no other column is, because they are ambiguous. */
const TAG_AT_LAST = [
  'id',
  'asset',
  'gage',
  'gauge',
  'tool',
  'itemno',
  'itemnumber',
  'number',
  'no',
  'nr',
  'nummer',
]

/**
 * Returns the names of the columns. One without a name that has texts below it gets the letter by which spreadsheets
 * call it, so that it does not disappear unnoticed: it is left out, but can be chosen.
 * @param lines from that of the column names on
 */
function namesOf(lines: readonly (readonly string[])[]): string[] {
  const [head = []] = lines
  const width = Math.max(...lines.map((cells) => cells.length))
  return Array.from({ length: width }, (_, at) => {
    const name = lineText(head[at])
    return name === '' && lines.some((cells) => lineText(cells[at]) !== '') ? letterOf(at) : name
  })
}

/** Whether the file names a column. @param at from 0 */
export function isNamed(column: string, at: number): boolean {
  return column !== '' && column !== letterOf(at)
}

/** Returns the name that spreadsheets give a column. @param at from 0 */
function letterOf(at: number): string {
  const before = Math.floor(at / 26)
  return (before === 0 ? '' : letterOf(before - 1)) + String.fromCharCode(65 + (at % 26))
}

/** Makes names distinct: a repeated name gets a number appended. */
function distinct(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return name === '' || times === 1 ? name : `${name} (${times})`
  })
}

/** Returns the form of a column name by which it is looked up; `#` stands for a number: `Equipment #`, `Serial #`. */
function namedBy(column: string): string {
  return comparable(column.replaceAll(/(?<=\p{L}\.?\s*)#/gu, 'no'))
}

function targetIn(columns: Readonly<Record<string, ImportTarget>>): (name: string) => ImportTarget {
  return (name) => (Object.hasOwn(columns, name) ? columns[name]! : 'custom_field')
}

type Candidate = Pick<Columns, 'head' | 'preset' | 'columns'>

function namesRegister({ columns }: Candidate): boolean {
  const targets = columns.map(({ target }) => target)
  const hasTag = targets.includes('asset_tag') || targets.includes('asset_tag_alternative')
  return hasTag && columns.filter(({ column }, at) => isNamed(column, at)).length >= 2
}

function namesCalibrations({ columns }: Candidate): boolean {
  return namesHistory(columns.map(({ target }) => target))
}

function known({ columns }: Candidate): number {
  return columns.filter(({ target }) => target !== 'custom_field' && target !== 'ignore').length
}
