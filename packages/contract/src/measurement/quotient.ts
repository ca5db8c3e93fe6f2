import {
  compare,
  decimalText,
  difference,
  powerOfTen,
  product,
  sum,
  type Decimal,
} from '../tolerance/decimal.ts'

/**
 * An exact rational number: a decimal divided by a positive integer. A mean of three readings may be a repeating
 * decimal; rounded, it could exceed a limit that it is equal to.
 */
export interface Quotient {
  readonly value: Decimal
  readonly divisor: bigint
}

/** Digits to which a non-terminating decimal is rounded, in addition to those of its parts. */
const DIGITS_BEYOND = 10

/** Returns the decimal as a quotient. */
export function quotientOf(value: Decimal, divisor = 1n): Quotient {
  return { value, divisor }
}

/** Returns `value` ÷ `by` exactly; `by` must be positive. */
export function divided(value: Decimal, by: Decimal): Quotient {
  return { value: product(value, { units: powerOfTen(by.scale), scale: 0 }), divisor: by.units }
}

/** Returns `a` + `b` exactly. */
export function plus(a: Quotient, b: Quotient): Quotient {
  if (a.divisor === b.divisor) return { value: sum(a.value, b.value), divisor: a.divisor }
  return { value: sum(times(a, b.divisor), times(b, a.divisor)), divisor: a.divisor * b.divisor }
}

/** Returns `a` − `b` exactly. */
export function minus(a: Quotient, b: Quotient): Quotient {
  if (a.divisor === b.divisor) return { value: difference(a.value, b.value), divisor: a.divisor }
  return { value: difference(times(a, b.divisor), times(b, a.divisor)), divisor: a.divisor * b.divisor }
}

/** Returns `a` × `b` exactly. */
export function multiplied(a: Quotient, b: Quotient): Quotient {
  return { value: product(a.value, b.value), divisor: a.divisor * b.divisor }
}

/** Returns the absolute value. */
export function distance({ value, divisor }: Quotient): Quotient {
  return { value: value.units < 0n ? { ...value, units: -value.units } : value, divisor }
}

/** Returns a negative number if `a` is smaller, a positive one if it is larger, 0 if both are equal. */
export function order(a: Quotient, b: Quotient): number {
  if (a.divisor === b.divisor) return compare(a.value, b.value)
  return compare(times(a, b.divisor), times(b, a.divisor))
}

/** Returns a negative number, 0 or a positive number, like the sign of the quotient. */
export function signOf({ value }: Quotient): number {
  return value.units === 0n ? 0 : value.units < 0n ? -1 : 1
}

/** Returns `a` ÷ `b` as a double, rounded once; `b` must not be zero. */
export function ratio(a: Quotient, b: Quotient): number {
  const [over, under] = inSteps(a, b)
  return Number(over) / Number(under)
}

/**
 * Returns the number in plain digits: exactly if it is a terminating decimal, otherwise rounded half away from zero to
 * 10 digits after those of `places`. No trailing zeros, but at least `least` digits after the point.
 */
export function quotientText(number: Quotient, places: number, least = places): string {
  return padded(decimalText(exactDecimal(number) ?? rounded(number, places + DIGITS_BEYOND)), least)
}

/**
 * Returns 100 × `part` ÷ `whole`, rounded half away from zero to 10 digits after the point; `whole` must not be zero.
 */
export function percentText(part: Quotient, whole: Quotient): string {
  const [over, under] = inSteps(part, whole)
  return decimalText(rounded({ value: { units: over * 100n, scale: 0 }, divisor: under }, DIGITS_BEYOND))
}

/** Returns the square root of a nonnegative number, rounded to `scale` digits after the point. */
export function squareRoot({ value, divisor }: Quotient, scale: number): Decimal {
  // One more digit than requested determines how the last one is rounded.
  const shift = 2 * (scale + 1) - value.scale
  const scaled = shift >= 0 ? value.units * powerOfTen(shift) : value.units / powerOfTen(-shift)
  return { units: (wholeRoot(scaled / divisor) + 5n) / 10n, scale }
}

/** Rounds a number half away from zero to `scale` digits after the point. */
function rounded({ value, divisor }: Quotient, scale: number): Decimal {
  const shift = scale - value.scale
  const over = shift >= 0 ? value.units * powerOfTen(shift) : value.units
  const under = shift >= 0 ? divisor : divisor * powerOfTen(-shift)
  const whole = ((over < 0n ? -over : over) * 2n + under) / (under * 2n)
  return { units: over < 0n ? -whole : whole, scale }
}

/** Returns the number as a terminating decimal; null if there is none, such as for 10/3. */
function exactDecimal({ value, divisor }: Quotient): Decimal | null {
  if (divisor === 1n) return value
  const [withoutTwos, twos] = without(divisor, 2n)
  const [rest, fives] = without(withoutTwos, 5n)
  if (value.units % rest !== 0n) return null
  const places = Math.max(twos, fives)
  return { units: (value.units * powerOfTen(places)) / divisor, scale: value.scale + places }
}

/** Divides out all occurrences of a factor; returns the rest and their number. */
function without(number: bigint, factor: bigint): [rest: bigint, times: number] {
  let rest = number
  let count = 0
  while (rest % factor === 0n) {
    rest /= factor
    count += 1
  }
  return [rest, count]
}

/** Returns two integers with the same ratio as the two quotients. */
function inSteps(a: Quotient, b: Quotient): [bigint, bigint] {
  const scale = Math.max(a.value.scale, b.value.scale)
  const over = a.value.units * powerOfTen(scale - a.value.scale) * b.divisor
  const under = b.value.units * powerOfTen(scale - b.value.scale) * a.divisor
  return under < 0n ? [-over, -under] : [over, under]
}

function times({ value }: Quotient, factor: bigint): Decimal {
  return { units: value.units * factor, scale: value.scale }
}

/** Returns the largest integer whose square is not above `square`, by Newton's method from above. */
function wholeRoot(square: bigint): bigint {
  if (square < 2n) return square
  let root = 1n << BigInt((square.toString(2).length >> 1) + 1)
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

function padded(text: string, places: number): string {
  if (places <= 0) return text
  const point = text.indexOf('.')
  if (point === -1) return `${text}.${'0'.repeat(places)}`
  return text.padEnd(point + 1 + places, '0')
}
