import { compare, negated, type Decimal } from './decimal.ts'
import { leadingNumber, type Convention, type LeadingNumber } from './read-number.ts'
import { leadingUnit, unitOf } from './unit.ts'

/** Deviations that are allowed below and above the nominal value; both may lie on one side of it. */
export interface Tolerance {
  readonly lower: Decimal
  readonly upper: Decimal
  /** A unit, or what makes the tolerance relative: `%`, `% of nominal`, `% of reading`, `ppm`, `‰`. */
  readonly measure: string | null
  /** As in LeadingNumber. */
  readonly isDoubtful: boolean
}

interface Deviation {
  readonly number: LeadingNumber
  readonly unit: string | null
  readonly rest: string
}

const IN_BRACKETS = /^\((.*)\)$/
const PLUS_MINUS = /^(?:±|\+\/-|\+-|-\/\+) */
const OF_NOMINAL = /^% *of +nominal$/i
const OF_READING = /^% *(?:of +)?(?:reading|rdg)$/i
const SEPARATOR = /^(?: *\/ *| +)/
const PLAIN_ZERO = /^0(?:[.,]0*)?$/

/**
 * Reads a normalised tolerance: symmetric (`±0.05 mm`, `0.5 % of reading`) or asymmetric (`+0.1/-0.2`),
 * in brackets or not. Null for every other text; classes, counts of digits, sums, ranges and one-sided
 * limits are among them. Source: tolerance comparison, rows "symmetric" and "asymmetric".
 */
export function readTolerance(text: string, convention: Convention): Tolerance | null {
  const inner = (IN_BRACKETS.exec(text)?.[1] ?? text).trim()
  return readSymmetric(inner, convention) ?? readAsymmetric(inner, convention)
}

function readSymmetric(text: string, convention: Convention): Tolerance | null {
  const number = leadingNumber(text.replace(PLUS_MINUS, ''), convention)
  if (number === null || number.sign !== '') return null
  const { value, isDoubtful } = number
  const suffix = number.rest.replace(/^ +/, '')
  const measure = suffix === '' ? null : measureOf(suffix)
  return measure === undefined ? null : { lower: negated(value), upper: value, measure, isDoubtful }
}

function measureOf(suffix: string): string | undefined {
  if (suffix === '‰') return '‰'
  if (OF_NOMINAL.test(suffix)) return '% of nominal'
  if (OF_READING.test(suffix)) return '% of reading'
  return unitOf(suffix) ?? undefined
}

function readAsymmetric(text: string, convention: Convention): Tolerance | null {
  const first = leadingDeviation(text, convention)
  const separator = SEPARATOR.exec(first?.rest ?? '')?.[0]
  if (first === null || separator === undefined) return null
  const second = leadingDeviation(first.rest.slice(separator.length), convention)
  if (second === null || second.rest !== '') return null
  if (!separator.includes('/') && isArithmetic(first.number, second.number)) return null
  if (first.unit !== null && second.unit !== null && first.unit !== second.unit) return null
  const [lower, upper] = ascending(first.number.value, second.number.value)
  const isDoubtful = first.number.isDoubtful || second.number.isDoubtful
  return { lower, upper, measure: first.unit ?? second.unit, isDoubtful }
}

/** One side of an asymmetric tolerance: a signed number or a plain 0, and its unit. */
function leadingDeviation(text: string, convention: Convention): Deviation | null {
  const number = leadingNumber(text, convention)
  if (number === null || (number.sign === '' && !PLAIN_ZERO.test(number.mantissa))) return null
  const unit = leadingUnit(number.rest.replace(/^ +/, ''))
  return { number, unit: unit?.unit ?? null, rest: unit?.rest ?? number.rest }
}

/**
 * Whether a space on both sides makes the second sign an operator as well: `0 - 5` may be a range and
 * `+0.2 + 0.1` a sum. Opposite signs, as in `+0.1 - 0.2`, can only be two deviations.
 */
function isArithmetic(first: LeadingNumber, second: LeadingNumber): boolean {
  return second.signStandsApart && (first.sign === '' || first.sign === second.sign)
}

function ascending(a: Decimal, b: Decimal): readonly [Decimal, Decimal] {
  return compare(a, b) <= 0 ? [a, b] : [b, a]
}
