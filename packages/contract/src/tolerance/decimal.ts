/**
 * An exact decimal number: `units` × 10^-`scale`, with a scale of 0 or more. A binary float would
 * put 0.3 + 0.1 beside 0.4 and so turn a reading that lies at a limit into one beyond it.
 */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** The number that the digits before and after the decimal mark write, times 10^`exponent`. */
export function decimalOf(whole: string, fraction: string, exponent: number): Decimal {
  const units = BigInt(`${whole}${fraction}` || '0')
  return shifted({ units, scale: fraction.length }, exponent)
}

/** `value` × 10^`exponent`; the exponent may be negative. */
export function shifted(value: Decimal, exponent: number): Decimal {
  const scale = value.scale - exponent
  return scale >= 0 ? { units: value.units, scale } : { units: value.units * powerOfTen(-scale), scale: 0 }
}

/** `a` + `b`, exactly. */
export function sum(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** `a` − `b`, exactly. */
export function difference(a: Decimal, b: Decimal): Decimal {
  return sum(a, negated(b))
}

/** `a` × `b`, exactly. */
export function product(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** The same number with the other sign. */
export function negated(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale }
}

/** The distance from zero. */
export function magnitude(value: Decimal): Decimal {
  return value.units < 0n ? negated(value) : value
}

/** Below zero when `a` is smaller, above when it is larger, 0 when both are the same number. */
export function compare(a: Decimal, b: Decimal): number {
  const { units } = difference(a, b)
  if (units === 0n) return 0
  return units < 0n ? -1 : 1
}

/** Whether the number is zero, however many digits write it. */
export function isZero(value: Decimal): boolean {
  return value.units === 0n
}

/** The number in plain digits with a decimal point, no exponent and no needless zeros: `-0.05`. */
export function decimalText(value: Decimal): string {
  const digits = magnitude(value)
    .units.toString()
    .padStart(value.scale + 1, '0')
  const whole = digits.slice(0, digits.length - value.scale)
  const fraction = digits.slice(digits.length - value.scale).replace(/0+$/, '')
  const sign = value.units < 0n ? '-' : ''
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/** The units of the number at a scale, which is its own or a larger one. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return scale === value.scale ? value.units : value.units * powerOfTen(scale - value.scale)
}

/** The powers that most numbers need; raising a bigint takes longer than the sum for which it is needed. */
const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))

/** Digits that no number of a request comes near, and that still cost nothing. */
const EXPONENT_MAX = 10_000

/**
 * 10^`exponent`, of 0 or more.
 * @throws RangeError beyond what any admitted text leads to, rather than to compute for minutes
 */
export function powerOfTen(exponent: number): bigint {
  const known = POWERS[exponent]
  if (known !== undefined) return known
  if (exponent > EXPONENT_MAX)
    throw new RangeError(`10^${exponent} is beyond every number that is computed here`)
  return 10n ** BigInt(exponent)
}
