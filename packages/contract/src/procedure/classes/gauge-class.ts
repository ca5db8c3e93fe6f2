import { readDecimal } from '../../measurement/decimal-text.ts'
import { exponentBetween } from '../../tolerance/units/unit-scale.ts'
import type { NominalValue } from '../../public/point-values.ts'
import { compare, decimalText, shifted, type Decimal } from '../../tolerance/decimal.ts'

/** Deviations of one range of nominal sizes. */
export interface ClassRow {
  readonly from: string
  /** Included in this row, even if the next one begins with it. */
  readonly to: string
  /** Permitted deviation above the nominal value; null without a limit. */
  readonly upper: string | null
  readonly lower: string | null
}

/** A tolerance class: the permitted deviations of sizes, as stated in tables of standards. */
export interface GaugeClass {
  readonly name: string
  /** Unit of sizes. */
  readonly unit: string
  /** Unit of the deviations: the same unit, or one with a different SI prefix. */
  readonly deviation_unit: string
  readonly rows: readonly ClassRow[]
}

/** The permitted deviations of a size, in its own unit, as magnitudes. */
export interface ClassLimits {
  readonly upper: string | null
  readonly lower: string | null
}

/**
 * Returns the deviations that a class permits at a size, converted exactly between SI prefixes of one unit; null if the
 * table has no row for it, or another unit.
 */
export function classLimits(
  { unit, deviation_unit, rows }: GaugeClass,
  size: NominalValue,
): ClassLimits | null {
  const toTable = exponentBetween(size.unit, unit)
  const fromTable = exponentBetween(deviation_unit, size.unit)
  const value = readDecimal(size.value)
  if (toTable === null || fromTable === null || value === null) return null
  const sought = shifted(value, toTable)
  const row = rows.find(({ from, to }) => isWithin(sought, readDecimal(from), readDecimal(to)))
  if (!row) return null
  const converted = (text: string | null) => {
    const deviation = text === null ? null : readDecimal(text)
    return deviation && decimalText(shifted(deviation, fromTable))
  }
  return { upper: converted(row.upper), lower: converted(row.lower) }
}

function isWithin(value: Decimal, from: Decimal | null, to: Decimal | null): boolean {
  return from !== null && to !== null && compare(from, value) <= 0 && compare(value, to) <= 0
}
