import type { ClassCell, ClassTableContent, ClassTableRow } from '../../app/procedures/class-table.ts'
import { readDecimal } from '../../measurement/decimal-text.ts'
import { Issues, type MeasurementIssue } from '../../measurement/issue.ts'
import { checkUnit } from '../../measurement/read-members.ts'
import { exponentBetween } from '../../tolerance/units/unit-scale.ts'
import { compare, type Decimal } from '../../tolerance/decimal.ts'
import { designationKey } from './class-table.ts'
import { isColumnName } from './class-table-heads.ts'

/**
 * Returns the problems that prevent points from being generated from a class table, each with its path in the table.
 * Empty if it is valid.
 */
export function checkClassTable(table: ClassTableContent): readonly MeasurementIssue[] {
  const issues = new Issues([])
  checkUnit(table.unit, ['unit'], issues)
  checkUnit(table.deviation_unit, ['deviation_unit'], issues)
  if (exponentBetween(table.deviation_unit, table.unit) === null) {
    issues.add(['deviation_unit'], 'field.size_unit_differs', { unit: table.unit })
  }
  checkClasses(table, issues)
  let before: Decimal | null = null
  const designations = new Set<string>()
  for (const [index, row] of table.rows.entries()) {
    const own = new Issues(['rows', index])
    if (row.designation === null) before = checkRange(row, before, own)
    else checkDesignation(row, designations, own)
    checkLimits(row, table.classes.length, own)
    issues.found.push(...own.found)
  }
  return issues.found
}

/** Checks that each class has one column, or one for each member of a limit gauge. */
function checkClasses({ classes, rows }: ClassTableContent, issues: Issues): void {
  for (const [index, { name, member }] of classes.entries()) {
    const ofName = classes.filter((column) => column.name === name)
    const path = ['classes', index, 'name']
    if (!isColumnName(name)) issues.add(path, 'field.class_name_reserved')
    if (classes.findIndex((column) => column.name === name && column.member === member) < index) {
      issues.add(path, 'field.name_twice')
    } else if (new Set(ofName.map((column) => column.member)).size !== (member === null ? 1 : 2)) {
      issues.add(path, 'field.class_members')
    } else if (rows.every(({ limits }) => !limits[index])) issues.add(path, 'field.no_limit')
  }
}

/**
 * Checks that ranges are in order and share at most a bound.
 * @returns the minimum beginning of the next one
 */
function checkRange(
  { from: least, to: greatest }: ClassTableRow,
  before: Decimal | null,
  issues: Issues,
): Decimal | null {
  const [from, to] = [size(least, 'from', issues), size(greatest, 'to', issues)]
  if (from && to && compare(from, to) > 0) issues.add(['to'], 'field.below_from')
  if (from && before && compare(from, before) < 0) issues.add(['from'], 'field.rows_overlap')
  return to ?? before
}

function checkDesignation(
  { designation, from, to }: ClassTableRow,
  known: Set<string>,
  issues: Issues,
): void {
  const key = designationKey(designation!)
  if (known.has(key)) issues.add(['designation'], 'field.name_twice')
  known.add(key)
  if (from !== null || to !== null) issues.add(['designation'], 'field.range_or_designation')
}

/** Checks that a row has limits or null for each column, and limits for at least one. */
function checkLimits({ designation, limits }: ClassTableRow, columns: number, issues: Issues): void {
  if (limits.length !== columns) issues.add(['limits'], 'field.limits_per_class', { count: columns })
  if (limits.every((cell) => cell === null)) issues.add([], 'field.no_limit')
  for (const [index, cell] of limits.entries()) {
    if (cell) checkCell(cell, designation !== null, ['limits', index], issues)
  }
}

function checkCell(cell: ClassCell, isDesignated: boolean, path: (string | number)[], issues: Issues): void {
  if (cell.upper === null && cell.lower === null) issues.add(path, 'field.no_limit')
  if (cell.nominal !== null && !isDesignated) {
    issues.add([...path, 'nominal'], 'field.nominal_needs_designation')
  }
  for (const name of ['upper', 'lower'] as const) {
    const text = cell[name]
    const value = text === null ? null : readDecimal(text)
    if (text !== null && value === null) issues.add([...path, name], 'field.format_decimal')
    if (value && value.units < 0n) issues.add([...path, name], 'field.not_magnitude')
  }
  if (cell.nominal !== null && readDecimal(cell.nominal) === null) {
    issues.add([...path, 'nominal'], 'field.format_decimal')
  }
}

/** Reads a bound of a range. */
function size(text: string | null, name: 'from' | 'to', issues: Issues): Decimal | null {
  if (text === null) {
    issues.add([name], 'field.missing')
    return null
  }
  const value = readDecimal(text)
  if (value === null) issues.add([name], 'field.format_decimal')
  if (value && value.units < 0n) issues.add([name], 'field.not_negative')
  return value
}
