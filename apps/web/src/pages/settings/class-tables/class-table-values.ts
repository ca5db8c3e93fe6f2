import type { CsvValue, ClassTable, ClassTableContent, ClassTableUpdate } from '@plumbline/contract'
import {
  checkClassTable,
  classTableFile,
  readClassTableFile,
  type ClassTableRows,
} from '@plumbline/contract/procedure'
import type { BodyOf } from '../../../api/index.ts'

/** A table of classes as typed. */
export interface ClassTableValues {
  name: string
  source: string
  unit: string
  deviation_unit: string
  /** A block as spreadsheets have it: heads in the first line, cells parted by tabs. */
  rows: string
}

/** A new table. */
export const emptyClassTable: ClassTableValues = {
  name: '',
  source: '',
  unit: 'mm',
  deviation_unit: 'µm',
  rows: '',
}

/** A table as its form shows it. */
export function valuesOf(table: ClassTableContent): ClassTableValues {
  const { name, source, unit, deviation_unit } = table
  return { name, source, unit, deviation_unit, rows: blockOf(table) }
}

/** Classes and rows as a block that can be pasted into a spreadsheet. */
function blockOf(table: ClassTableRows): string {
  const { heads, lines } = classTableFile(table)
  const cell = (value: CsvValue) => {
    const text = String(value ?? '')
    return text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [heads, ...lines].map((line) => line.map(cell).join('\t')).join('\n')
}

/** An error in the rows of a form: the line, the heading of the column, and the reason. */
export interface RowProblem {
  readonly line: number | undefined
  readonly column: string | undefined
  readonly reason: ReturnType<typeof checkClassTable>[number]['reason']
}

/** The parsed content of a form. */
export interface ReadClassTable {
  readonly content: ClassTableContent
  readonly problems: readonly RowProblem[]
  /** Whether deviations can be converted to the unit of the sizes. */
  readonly hasUnits: boolean
  /** Whether a table can be made from it. */
  readonly isComplete: boolean
}

/** Reads a form. @param present the classes to which rows without a heading belong */
export function readValues(values: ClassTableValues, present: ClassTableRows['classes']): ReadClassTable {
  const texts = {
    name: values.name.trim(),
    source: values.source.trim(),
    unit: values.unit.trim(),
    deviation_unit: values.deviation_unit.trim(),
  }
  const isBlank = values.rows.trim() === ''
  const read = isBlank
    ? { classes: [], rows: [], issues: [] }
    : readClassTableFile(values.rows, { ...texts, classes: present })
  const content = { ...texts, classes: read.classes, rows: read.rows }
  const problems = read.issues.map(({ path: [, line, column], reason }) => ({
    line: line === undefined ? undefined : Number(line),
    column: column === undefined ? undefined : String(column),
    reason,
  }))
  const hasUnits = checkClassTable(content).every(({ path }) => path[0] !== 'deviation_unit')
  const isFilled = !isBlank && Object.values(texts).every((text) => text !== '')
  return { content, problems, hasUnits, isComplete: isFilled && hasUnits && problems.length === 0 }
}

/** Whether a form has unsaved changes. */
export function isChanged(before: ClassTableValues, values: ClassTableValues): boolean {
  return (Object.keys(values) as (keyof ClassTableValues)[]).some((name) => values[name] !== before[name])
}

/** The members of a table that a form changes. */
export function changesOf(
  before: ClassTableValues,
  values: ClassTableValues,
  present: ClassTable['classes'],
): ClassTableUpdate {
  const { classes, rows, ...texts } = readValues(values, present).content
  const changed = Object.entries(texts).filter(([name, text]) => before[name as keyof typeof texts] !== text)
  return { ...Object.fromEntries(changed), ...(values.rows === before.rows ? {} : { classes, rows }) }
}

/** Returns the request body for a new table. */
export function createBody(values: ClassTableValues): BodyOf<'createClassTable'> {
  return readValues(values, []).content
}
