/**
 * An exact decimal number: `units` × 10^-`scale`, with a scale of 0 or more. With binary floats 0.3 + 0.1 could differ
 * from 0.4, and a reading equal to a limit could exceed it.
 */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Returns the number with these digits before and after the decimal mark, times 10^`exponent`. */
export function decimalOf(whole: string, fraction: string, exponent: number): Decimal {
  const units = BigInt(`${whole}${fraction}` || '0')
  return shifted({ units, scale: fraction.length }, exponent)
}

/** Returns `value` × 10^`exponent`; the exponent may be negative. */
export function shifted(value: Decimal, exponent: number): Decimal {
  const scale = value.scale - exponent
  return scale >= 0 ? { units: value.units, scale } : { units: value.units * powerOfTen(-scale), scale: 0 }
}

/** Returns `a` + `b` exactly. */
export function sum(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** Returns `a` − `b` exactly. */
export function difference(a: Decimal, b: Decimal): Decimal {
  return sum(a, negated(b))
}

/** Returns `a` × `b` exactly. */
export function product(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** Returns the number with the opposite sign. */
export function negated(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale }
}

/** Returns the absolute value. */
export function magnitude(value: Decimal): Decimal {
  return value.units < 0n ? negated(value) : value
}

/** Returns a negative number if `a` is smaller, a positive one if it is larger, 0 if both are equal. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = difference(a, b)
  if (units === 0n) return 0
  return units < 0n ? -1 : 1
}

/** Whether the number is zero, with any number of digits. */
export function isZero(value: Decimal): boolean {
  return value.units === 0n
}

/** Returns the number in plain digits with a decimal point, without exponent and trailing zeros: `-0.05`. */
export function decimalText(value: Decimal): string {
  const digits = magnitude(value)
    .units.toString()
    .padStart(value.scale + 1, '0')
  const mark = digits.length - value.scale
  let end = digits.length
  while (end > mark && digits[end - 1] === '0') end -= 1
  const whole = digits.slice(0, mark)
  const fraction = digits.slice(mark, end)
  const sign = value.units < 0n ? '-' : ''
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/** Returns the units of the number at a scale, which must be at least its own. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return scale === value.scale ? value.units : value.units * powerOfTen(scale - value.scale)
}

/** The most frequent powers; raising a bigint takes longer than the sum for which it is needed. */
const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))

/** Far more than the numbers of a request need, and still fast. */
const EXPONENT_MAX = 10_000

/**
 * Returns 10^`exponent`; the exponent must be 0 or more.
 * @throws RangeError if it is larger than any accepted text requires, instead of computing for minutes
 */
export function powerOfTen(exponent: number): bigint {
  const known = POWERS[exponent]
  if (known !== undefined) return known
  if (exponent > EXPONENT_MAX)
    throw new RangeError(`10^${exponent} is beyond every number that is computed here`)
  return 10n ** BigInt(exponent)
}
