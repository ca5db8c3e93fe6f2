import type { Decimal } from '../tolerance/decimal.ts'
import { isBlank, normaliseText } from '../tolerance/normalise-text.ts'
import { exponentOfDifference, isUsableUnit } from '../tolerance/units/unit-scale.ts'
import { readDecimal } from './decimal-text.ts'
import type { IssuePath, Issues } from './issue.ts'

/**
 * Returns the power of ten from a stated unit to that of the point; 0, with an issue, if they differ in more than a
 * prefix.
 */
export function exponentTo(
  stated: string | null | undefined,
  unit: string | null,
  path: IssuePath,
  issues: Issues,
  between: (from: string, to: string) => number | null = exponentOfDifference,
): number {
  if (isBlank(stated)) return 0
  checkUnit(stated!, path, issues)
  if (isBlank(unit)) return 0
  const exponent = between(stated!, unit!)
  if (exponent === null) issues.add(path, 'field.unit_differs', { unit: normaliseText(unit!) })
  return exponent ?? 0
}

/** Refuses a unit whose powers could produce numbers of any length. */
export function checkUnit(unit: string, path: IssuePath, issues: Issues): void {
  if (!isUsableUnit(unit)) issues.add(path, 'field.unit_power')
}

const ZERO: Decimal = { units: 0n, scale: 0 }

/** Reads a required number. */
export function required(text: string, path: IssuePath, issues: Issues): Decimal {
  return optional(text, path, issues) ?? ZERO
}

/** Reads an optional number; null if omitted. */
export function optional(text: string | null | undefined, path: IssuePath, issues: Issues): Decimal | null {
  if (text === null || text === undefined) return null
  const value = readDecimal(text)
  if (value === null) issues.add(path, 'field.format_decimal')
  return value
}

/** Reads a nonnegative number; null if omitted. */
export function notNegative(
  text: string | null | undefined,
  path: IssuePath,
  issues: Issues,
): Decimal | null {
  const value = optional(text, path, issues)
  if (value !== null && value.units < 0n) issues.add(path, 'field.not_negative')
  return value
}

/** Reads a positive number; null if omitted or invalid. */
export function positive(text: string | null | undefined, path: IssuePath, issues: Issues): Decimal | null {
  const value = optional(text, path, issues)
  if (value === null || value.units > 0n) return value
  issues.add(path, 'field.positive')
  return null
}
