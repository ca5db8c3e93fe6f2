import { readDecimal } from '../measurement/decimal-text.ts'
import type { NominalValue } from '../public/point-values.ts'
import { compare, decimalText } from '../tolerance/decimal.ts'
import { normaliseText } from '../tolerance/normalise-text.ts'
import { readQuantity } from '../tolerance/read-quantity.ts'

/** What the certificate of a standard states at one of its points. */
export interface StandardUncertainty {
  /** Null where it holds for all of the standard. */
  readonly nominal: NominalValue | null
  readonly expanded: string
  readonly coverage_factor: string
  readonly unit: string
}

/** The coverage factor of an uncertainty that states none: that of about 95 % (ISO/IEC 17025, 7.8.4; ILAC-P14). */
const USUAL_FACTOR = '2'

const ZERO = { units: 0n, scale: 0 }

/**
 * What the texts of a record with a single reading state of its uncertainty, such as `0.002 mm` and `2`; null where that is
 * no quantity with a unit.
 */
export function statedUncertainty(
  text: string | null | undefined,
  coverageFactor: string | null | undefined,
): StandardUncertainty | null {
  const normalised = normaliseText(text ?? '').replace(/^(±|\+-) ?/, '')
  const convention = /\d,\d/.test(normalised) && !normalised.includes('.') ? 'decimal_comma' : 'decimal_point'
  const quantity = readQuantity(normalised, convention)
  if (!quantity?.unit || compare(quantity.value, ZERO) <= 0) return null
  const factor = readDecimal(
    (coverageFactor ?? '')
      .trim()
      .replace(/^k ?= ?/i, '')
      .replace(',', '.'),
  )
  return {
    nominal: null,
    expanded: decimalText(quantity.value),
    coverage_factor: factor && compare(factor, ZERO) > 0 ? decimalText(factor) : USUAL_FACTOR,
    unit: quantity.unit,
  }
}
