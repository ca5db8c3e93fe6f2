import { decimalOf, negated, type Decimal } from './decimal.ts'

/**
 * How digits are marked. `decimal_point`: the point before the fraction, commas between groups.
 * `decimal_comma`: the comma before the fraction, points between groups.
 */
export type Convention = 'decimal_point' | 'decimal_comma'

/** A number at the beginning of a text, and the rest of the text. */
export interface LeadingNumber {
  readonly value: Decimal
  readonly sign: '+' | '-' | ''
  /** Whether a space separates the sign from the digits, as in `- 16`. */
  readonly signStandsApart: boolean
  /** The digits as written, without sign and exponent. */
  readonly mantissa: string
  /** `100 101` can be one grouped number or repeated readings: this is the latter. Otherwise empty. */
  readonly repeated: readonly Decimal[]
  /** Whether it is a grouped number that begins with 0, such as `0,500`, which is unlikely to be meant. */
  readonly isDoubtful: boolean
  readonly rest: string
}

/** Larger powers of ten are typing errors, and not comparable; an overloaded multimeter sends 9.9E37. */
const EXPONENT_MAX = 99

const PATTERNS: Record<Convention, RegExp> = {
  decimal_point: numberPattern('.', ','),
  decimal_comma: numberPattern(',', '.'),
}

/**
 * Reads the number at the beginning of a normalized text: an optional sign, digits that may be grouped in threes by one
 * kind of separator, an optional exponent (`e-3` or `×10^-3`). Returns null if there is no number. Source: tolerance
 * comparison, rows "number" and "grouped".
 */
export function leadingNumber(text: string, convention: Convention): LeadingNumber | null {
  const match = PATTERNS[convention].exec(text)
  if (match?.groups === undefined) return null
  const { sign = '', gap = '', mantissa = '', whole = '', separator, fraction = '' } = match.groups
  const exponent = Number(match.groups['exponent'] ?? 0)
  if (Math.abs(exponent) > EXPONENT_MAX) return null
  const parts = separator === undefined ? [whole] : whole.split(separator)
  const value = decimalOf(parts.join(''), fraction, exponent)
  return {
    value: sign === '-' ? negated(value) : value,
    sign: sign === '+' || sign === '-' ? sign : '',
    signStandsApart: gap !== '',
    mantissa,
    repeated: parts.length > 1 && sign === '' && fraction === '' ? repeatedReadings(parts) : [],
    isDoubtful: parts.length > 1 && whole.startsWith('0'),
    rest: text.slice(match[0].length),
  }
}

/** Repeated readings of one value have the same number of digits; no other groups are treated as a list. */
function repeatedReadings(parts: readonly string[]): Decimal[] {
  const [first = ''] = parts
  return parts.every((part) => part.length === first.length)
    ? parts.map((part) => decimalOf(part, '', 0))
    : []
}

/**
 * Returns a pattern in which each run of characters is matched by only one branch, so that the time is linear in the
 * length.
 */
function numberPattern(mark: string, groupMark: string): RegExp {
  const grouped = String.raw`\d{1,3}(?<separator>[ '${groupMark}])\d{3}(?:\k<separator>\d{3})*(?!\d)`
  const fraction = String.raw`[${mark}](?<fraction>\d*)`
  const onlyFraction = String.raw`[${mark}](?<fraction>\d+)`
  const mantissa = `(?<mantissa>(?<whole>${grouped}|\\d+)(?:${fraction})?|${onlyFraction})`
  const digits = String.raw`[+-]?\d{1,3}(?!\d)`
  const exponent = String.raw`[eE](?<exponent>${digits})| *× *10\^(?<exponent>${digits})`
  return new RegExp(`^(?:(?<sign>[+-])(?<gap> *))?${mantissa}(?:${exponent})?`)
}
