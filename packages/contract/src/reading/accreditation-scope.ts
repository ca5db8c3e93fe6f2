import type { ScopeLine } from '../fields/workspace.ts'
import { finalPhase } from '../measurement/summary.ts'
import type { Measurement } from '../public/measured-point.ts'
import type { NominalValue } from '../public/point-values.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { exponentBetween, exponentOfDifference } from '../tolerance/units/unit-scale.ts'

/** The value for which a line of a scope is searched. */
export interface ScopedValue {
  /** The quantity in the words of the record; null matches all, if lines have already been selected by quantity. */
  readonly quantity: string | null
  readonly nominal: NominalValue | null
}

/** Whether a line is valid on a day, `YYYY-MM-DD`. */
export function holdsOn({ since, until }: ScopeLine, day: string): boolean {
  return (since === null || since <= day) && (until === null || day <= until)
}

/** Returns the first line whose range contains a value, inclusive; undefined for a value outside the scope. */
export function scopeLineOf(
  scope: readonly ScopeLine[],
  { quantity, nominal }: ScopedValue,
): ScopeLine | undefined {
  if (nominal === null) return undefined
  return scope.find((line) => {
    if (quantity !== null && wordOf(quantity) !== wordOf(line.quantity)) return false
    const value = valueIn(nominal, line.unit)
    return value !== null && Number(line.from) <= value && value <= Number(line.to)
  })
}

/** Returns the lines valid on a day whose range contains any of the values. */
export function linesInside(
  scope: readonly ScopeLine[],
  day: string,
  values: readonly ScopedValue[],
): ScopeLine[] {
  const valid = scope.filter((line) => holdsOn(line, day))
  const inside = new Set(values.map((value) => scopeLineOf(valid, value)))
  return valid.filter((line) => inside.has(line))
}

/** Normalizes the name of a quantity, ignoring case and spaces. */
function wordOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}

function valueIn({ value, unit }: NominalValue, to: string): number | null {
  const exponent = exponentBetween(unit, to)
  return exponent === null ? null : Number(value) * 10 ** exponent
}

/**
 * Returns the smallest expanded uncertainty that the line permits at a value, in a unit of its differences; null in
 * another unit.
 */
export function capabilityAt(line: ScopeLine, nominal: NominalValue, unit: string): number | null {
  const value = valueIn(nominal, unit)
  const exponent = exponentOfDifference(isBlank(line.cmc_unit) ? line.unit : line.cmc_unit!, unit)
  if (exponent === null || (value === null && line.cmc_percent !== null)) return null
  const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs(value ?? 0)
  return Number(line.cmc ?? 0) * 10 ** exponent + share
}

/** The last digits of doubles do not determine which of two is larger. */
const EXACTLY = 1e-9

/** Whether an expanded uncertainty is below the capability of a line. */
export function isBelowCapability(
  line: ScopeLine,
  nominal: NominalValue,
  { expanded, unit }: { readonly expanded: string; readonly unit: string },
): boolean {
  const capability = capabilityAt(line, nominal, unit)
  return capability !== null && Number(expanded) < capability * (1 - EXACTLY)
}

/**
 * Returns the capability of a line as printed, such as `0.001 V`, if an expanded uncertainty is below it; otherwise
 * null.
 */
export function capabilityAboveOf(
  line: ScopeLine | undefined,
  nominal: NominalValue,
  stated: { readonly expanded: string; readonly unit: string },
): string | null {
  if (!line || !isBelowCapability(line, nominal, stated)) return null
  const capability = capabilityAt(line, nominal, stated.unit)!
  return `${capability.toLocaleString('en', { maximumSignificantDigits: 2, useGrouping: false })} ${stated.unit}`
}

/**
 * Returns the stated expanded uncertainty that applies to the final phase of a point; null if it is relative, or none
 * is stated.
 */
export function expandedOfPoint(point: Measurement): { expanded: string; unit: string } | null {
  const { nominal } = point
  const { expanded, unit } = finalPhase(point)?.uncertainty ?? point.uncertainty ?? {}
  if (nominal === null || isBlank(expanded) || Number(expanded) === 0) return null
  return { expanded: expanded!, unit: isBlank(unit) ? nominal.unit : unit! }
}
