import { readDecimal } from '../measurement/decimal-text.ts'
import { magnitude, type Decimal, decimalText, powerOfTen } from '../tolerance/decimal.ts'

/** Number of significant digits of a stated uncertainty (JCGM 100, 7.2.6). */
const SIGNIFICANT = 2

/** Number of digits of a double that are free of rounding errors: with more, 2 × 0.29 would exceed 0.58. */
const RELIABLE_DIGITS = 12

/**
 * Returns an uncertainty rounded to two significant digits, in plain digits: `0.0012`, `93`, `1300`. To the nearest,
 * half up. Rounding down never reduces it by more than 5 % (EA-4/02 M:2022, 6.3; ILAC-P14): what is taken off is less
 * than half of the last place, and two digits are at least ten of it.
 * @param uncertainty not negative
 */
export function roundedUncertainty(uncertainty: number): string {
  const value = readDecimal(uncertainty.toExponential(RELIABLE_DIGITS - 1))
  // No realistic uncertainty is beyond the exponents of decimal strings.
  return value === null ? String(uncertainty) : plainText(toSignificant(value))
}

/**
 * Returns a value rounded half away from zero to the last decimal place of a stated uncertainty: 10.01234 with 0.0012
 * is `10.0123`. Null if one of the two is not a decimal number.
 */
export function toPlaceOf(uncertainty: string, value: string): string | null {
  const [stated, number] = [readDecimal(uncertainty), readDecimal(value)]
  if (stated === null || number === null) return null
  const scale = stated.scale
  const shift = number.scale - scale
  if (shift <= 0) return plainText({ units: number.units * powerOfTen(-shift), scale })
  const step = powerOfTen(shift)
  const { units } = magnitude(number)
  const whole = (2n * units + step) / (2n * step)
  return plainText({ units: number.units < 0n ? -whole : whole, scale })
}

/** Returns the number with two significant digits. */
function toSignificant(value: Decimal): Decimal {
  const excess = value.units.toString().length - SIGNIFICANT
  if (excess <= 0) return value
  const step = powerOfTen(excess)
  const down = value.units / step
  const rest = value.units - down * step
  const units = rest * 2n >= step ? down + 1n : down
  // 99.6 becomes 100, which has as many significant digits as 1.0e2 needs.
  const [digits, places] = units >= 100n ? [units / 10n, excess + 1] : [units, excess]
  const scale = value.scale - places
  return scale >= 0 ? { units: digits, scale } : { units: digits * powerOfTen(-scale), scale: 0 }
}

/** Returns plain digits, with the number of decimal places of the scale. */
function plainText(value: Decimal): string {
  const text = decimalText(value)
  if (value.scale === 0 || value.units === 0n) return text
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(value.scale, '0')}`
}
