import type { Decimal } from './decimal.ts'
import { leadingNumber, type Convention } from './read-number.ts'
import { unitOf } from './unit.ts'

/** A nominal value or a reading: one number, with its unit if the text states one. */
export interface Quantity {
  readonly value: Decimal
  readonly unit: string | null
  /** As in LeadingNumber. */
  readonly repeated: readonly Decimal[]
  /** As in LeadingNumber. */
  readonly isDoubtful: boolean
}

/**
 * Reads a normalized text that contains exactly one quantity and nothing else; null for any other text (`~10.5`,
 * `<0.1`, `OK`, `10.0; 10.1`). Source: tolerance comparison, row "quantity".
 */
export function readQuantity(text: string, convention: Convention): Quantity | null {
  const number = leadingNumber(text, convention)
  if (number === null) return null
  const { value, repeated, isDoubtful } = number
  const suffix = number.rest.replace(/^ +/, '')
  if (suffix === '') return { value, unit: null, repeated, isDoubtful }
  const unit = unitOf(suffix)
  return unit === null ? null : { value, unit, repeated, isDoubtful }
}
