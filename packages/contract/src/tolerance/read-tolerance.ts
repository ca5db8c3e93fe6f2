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
  /** Whether they are the limits themselves, as in `9.9 to 10.1`, and no deviations. */
  readonly isRange?: boolean
}

interface Deviation {
  readonly number: LeadingNumber
  readonly unit: string | null
  readonly rest: string
}

const IN_BRACKETS = /^\((.*)\)$/
const SIGNED_BRACKETS = /^((?:±|\+\/-|\+-|-\/\+) *)\(([^()]*)\)$/
const PLUS_MINUS = /^(?:±|\+\/-|\+-|-\/\+) */
const OF_NOMINAL = /^% *of +(?:nominal|value)$/i
const OF_READING = /^% *(?:of +)?(?:measured +value|reading|rdg)$/i
/** A slash, a space, or a comma before a sign. */
const SEPARATOR = /^(?: *\/ *| *, *(?=[+-])| +)/
const RANGE_WORD = / (?:to|…|\.\.\.) /
const RANGE = /^ (?:to|…|\.\.\.|-) /

/** What says nothing else of a tolerance: `within ±0.05 mm.` */
const AROUND = /^within +|(?<=[^ .])\.$/gi
const PLAIN_ZERO = /^0(?:[.,]0*)?$/

/**
 * Reads a normalised tolerance: symmetric (`±0.05 mm`, `0.5 % of reading`) or asymmetric (`+0.1/-0.2`),
 * in brackets or not, or a range (`9.9 to 10.1`). Null for every other text; classes, counts of digits, sums and one-sided
 * limits are among them. Source: tolerance comparison, rows "symmetric", "asymmetric" and "range".
 */
export function readTolerance(text: string, convention: Convention): Tolerance | null {
  const plain = text.replaceAll(AROUND, '')
  const inner = (IN_BRACKETS.exec(plain)?.[1] ?? plain.replace(SIGNED_BRACKETS, '$1$2')).trim()
  // A word between the numbers leaves no doubt; a dash may as well be a sign.
  if (RANGE_WORD.test(inner)) return readRange(inner, convention)
  return readSymmetric(inner, convention) ?? readAsymmetric(inner, convention) ?? readRange(inner, convention)
}

/** Two numbers of which the first is smaller: the limits themselves. */
function readRange(text: string, convention: Convention): Tolerance | null {
  const from = leadingNumber(text, convention)
  if (from === null) return null
  // Else `to` would be a unit.
  const unit = RANGE.test(from.rest) ? null : leadingUnit(from.rest.replace(/^ +/, ''))
  const after = unit?.rest ?? from.rest
  const joint = RANGE.exec(after)?.[0]
  if (joint === undefined) return null
  const to = leadingNumber(after.slice(joint.length), convention)
  if (to === null || compare(from.value, to.value) >= 0) return null
  const suffix = to.rest.replace(/^ +/, '')
  const other = suffix === '' ? null : unitOf(suffix)
  if (suffix !== '' && other === null) return null
  if (unit !== null && other !== null && unit.unit !== other) return null
  const measure = other ?? unit?.unit ?? null
  const isDoubtful = from.isDoubtful || to.isDoubtful
  return { lower: from.value, upper: to.value, measure, isDoubtful, isRange: true }
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
