import { readDecimal } from '../../measurement/decimal-text.ts'
import { Issues, type MeasurementIssue } from '../../measurement/issue.ts'
import { exponentBetween } from '../../tolerance/units/unit-scale.ts'
import { compare, type Decimal } from '../../tolerance/decimal.ts'
import type { ClassRow, GaugeClass } from './gauge-class.ts'

/**
 * Returns the problems that prevent limits from being taken from a table, each with its path in the table. Empty if it
 * is valid.
 */
export function checkClass({
  unit,
  deviation_unit: deviationUnit,
  rows,
}: GaugeClass): readonly MeasurementIssue[] {
  const issues = new Issues([])
  if (exponentBetween(deviationUnit, unit) === null) {
    issues.add(['deviation_unit'], 'field.unit_differs', { unit })
  }
  let before: Decimal | null = null
  for (const [index, row] of rows.entries()) before = checkRow(row, before, ['rows', index], issues)
  return issues.found
}

/**
 * Checks that rows are in order and share at most a bound.
 * @returns the minimum beginning of the next one
 */
function checkRow(
  row: ClassRow,
  before: Decimal | null,
  path: (string | number)[],
  issues: Issues,
): Decimal | null {
  const read = (name: keyof ClassRow) => {
    const text = row[name]
    const value = text === null ? null : readDecimal(text)
    if (text !== null && value === null) issues.add([...path, name], 'field.format_decimal')
    if (value && value.units < 0n) issues.add([...path, name], 'field.not_negative')
    return value
  }
  const [from, to, upper, lower] = [read('from'), read('to'), read('upper'), read('lower')]
  if (upper === null && lower === null) issues.add(path, 'field.no_limit')
  if (from && to && compare(from, to) > 0) issues.add([...path, 'to'], 'field.below_lower')
  if (from && before && compare(from, before) < 0) issues.add([...path, 'from'], 'field.rows_overlap')
  return to ?? before
}
