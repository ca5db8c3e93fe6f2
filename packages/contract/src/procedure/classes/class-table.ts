import type {
  ClassCell,
  ClassTableContent,
  ClassTableRow,
  GaugeMember,
} from '../../app/procedures/class-table.ts'
import { normaliseText } from '../../tolerance/normalise-text.ts'
import type { GaugeClass } from './gauge-class.ts'

/** A class of a table, with the indexes of its limits in each row. */
export interface TabledClass {
  readonly name: string
  /** Undefined if each member of a limit gauge has separate limits. */
  readonly single: number | undefined
  readonly members: Readonly<Record<GaugeMember, number>> | undefined
}

/** Returns the classes of a valid table, in order. */
export function classesOf({ classes }: Pick<ClassTableContent, 'classes'>): TabledClass[] {
  const names = [...new Set(classes.map(({ name }) => name))]
  return names.map((name) => {
    const cell = (member: GaugeMember | null) =>
      classes.findIndex((column) => column.name === name && column.member === member)
    const single = cell(null)
    if (single >= 0) return { name, single, members: undefined }
    return { name, single: undefined, members: { GO: cell('GO'), 'NO-GO': cell('NO-GO') } }
  })
}

/** Returns the row with a designation, ignoring case and spaces; undefined if there is none. */
export function designatedRow(
  { rows }: Pick<ClassTableContent, 'rows'>,
  designation: string,
): ClassTableRow | undefined {
  const sought = designationKey(designation)
  return rows.find((row) => row.designation !== null && designationKey(row.designation) === sought)
}

/** Returns the form in which designations are compared. */
export function designationKey(designation: string): string {
  return normaliseText(designation).replaceAll(/\s+/g, '').toLowerCase()
}

/**
 * Returns the limits of a column as a class: those of the row with the designation for each of the sizes if the table
 * has one, otherwise those of its ranges.
 * @param name noted on points
 */
export function columnClass(
  table: ClassTableContent,
  column: number,
  { name, designation, unit, sizes }: { name: string; designation: string; unit: string; sizes: string[] },
): GaugeClass {
  const { unit: tableUnit, deviation_unit } = table
  const designated = designatedRow(table, designation)
  if (designated) {
    const cell = designated.limits[column]
    return { name, unit, deviation_unit, rows: cell ? sizes.map((size) => rowOf(cell, size, size)) : [] }
  }
  const rows = table.rows.flatMap(({ from, to, limits }) => {
    const cell = limits[column]
    return cell && from !== null && to !== null ? [rowOf(cell, from, to)] : []
  })
  return { name, unit: tableUnit, deviation_unit, rows }
}

function rowOf({ upper, lower }: ClassCell, from: string, to: string) {
  return { from, to, upper, lower }
}
