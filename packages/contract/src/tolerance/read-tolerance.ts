import { compare, isZero, negated, type Decimal } from './decimal.ts'
import { leadingNumber, type Convention, type LeadingNumber } from './read-number.ts'
import { leadingUnit, unitOf } from './unit.ts'

/** Permitted deviations below and above the nominal value; both can be on the same side of it. */
export interface Tolerance {
  readonly lower: Decimal
  readonly upper: Decimal
  /** A unit, or the base of a relative tolerance: `%`, `% of nominal`, `% of reading`, `ppm`, `‰`. */
  readonly measure: string | null
  /** As in LeadingNumber. */
  readonly isDoubtful: boolean
  /** Whether they are the limits themselves, as in `9.9 to 10.1`, instead of deviations. */
  readonly isRange?: boolean
  /** A second symmetric term, as in `±(0.5 % + 2 mV)`. */
  readonly second?: SecondTerm
  /** Whether only the first of two deviations has a unit, as in `+5 µm/-3`. */
  readonly isPartlyBare?: boolean
  /** Another interpretation of the same text: a dash between two numbers is also a sign. */
  readonly otherwise?: Tolerance
}

/** A term that is added to the deviations on both sides. */
export interface SecondTerm {
  readonly width: Decimal
  readonly measure: string
  /** Whether there is no operator between the terms, as in `0.1 % 3 mV`: either of them alone may also be meant. */
  readonly isLoose: boolean
}

interface Deviation {
  readonly number: LeadingNumber
  readonly unit: string | null
  readonly rest: string
}

const IN_BRACKETS = /^\((.*)\)$/
const SIGNED_BRACKETS = /^((?:±|\+\/-|\+-|-\/\+) *)\(([^()]*)\)$/
const PLUS_MINUS = /^(?:±|\+\/-|\+-|-\/\+) */
const OF_NOMINAL = /^(?:%|percent) *of +(?:nominal|value)$/i
const OF_READING = /^(?:%|percent) *(?:of +)?(?:measured +value|reading|rdg\.?)$/i
/** A slash, a space, or a comma before a sign. */
const SEPARATOR = /^(?: *\/ *| *, *(?=[+-])| +)/
const RANGE_WORD = / (?:to|…|\.\.\.) /
const RANGE = /^ (?:to|…|\.\.\.|-) /
/** Where a second term can begin: after a plus (or plus-minus) sign, or after a space. */
const SECOND_TERM = /(?: *(?<joint>±|\+\/-|\+-|\+) *| +)(?=[\d.,])/g

/** Words that do not change the meaning of a tolerance: `within ±0.05 mm.` */
const AROUND = /^within +|(?<=[^ .])\.$/gi
const PLAIN_ZERO = /^0(?:[.,]0*)?$/

/**
 * Reads a normalized tolerance: symmetric (`±0.05 mm`, `0.5 % of reading`), a sum of two such terms, or asymmetric
 * (`+0.1/-0.2`), with or without brackets, or a range (`9.9 to 10.1`). Null for any other text, including classes,
 * counts of digits and one-sided limits. Source: tolerance comparison, rows "symmetric", "sum", "asymmetric" and
 * "range".
 */
export function readTolerance(text: string, convention: Convention): Tolerance | null {
  const plain = text.replaceAll(AROUND, '')
  const inner = (IN_BRACKETS.exec(plain)?.[1] ?? plain.replace(SIGNED_BRACKETS, '$1$2')).trim()
  // A word between the numbers is unambiguous; a dash may also be a sign.
  if (RANGE_WORD.test(inner)) return readRange(inner, convention)
  return (
    readSymmetric(inner, convention) ??
    readSum(inner, convention) ??
    readAsymmetric(inner, convention) ??
    readRange(inner, convention)
  )
}

/**
 * Reads two symmetric terms, each with its unit or base: `0.5 % + 2` may mean two digits. A plain 0 is not a term,
 * because `0 mm + 0.1 mm` may be two deviations.
 */
function readSum(text: string, convention: Convention): Tolerance | null {
  for (const { index, 0: joint, groups } of text.matchAll(SECOND_TERM)) {
    const first = readSymmetric(text.slice(0, index), convention)
    const second = readSymmetric(text.slice(index + joint.length), convention)
    if (first === null || second === null) continue
    if (first.measure === null || second.measure === null) return null
    if (isBesideNominal(text, groups?.['joint'], [first.measure, second.measure])) return null
    if (isZero(first.upper) || isZero(second.upper)) return null
    const { upper: width, measure } = second
    const isLoose = groups?.['joint'] === undefined
    return {
      ...first,
      isDoubtful: first.isDoubtful || second.isDoubtful,
      second: { width, measure, isLoose },
    }
  }
  return null
}

/** Measures of terms that are a share of something. */
const RELATIVE: ReadonlySet<string> = new Set(['%', '% of nominal', '% of reading', '‰', 'ppm'])

/**
 * Whether the first number is the nominal value again, as in `10.0 mm ± 0.1 mm`: only the second has the sign, and
 * neither is a share.
 */
function isBesideNominal(text: string, joint: string | undefined, measures: readonly string[]): boolean {
  const isSigned = joint !== undefined && joint !== '+'
  return isSigned && !PLUS_MINUS.test(text) && !measures.some((measure) => RELATIVE.has(measure))
}

/** Reads two numbers of which the first is smaller: the limits themselves. */
function readRange(text: string, convention: Convention): Tolerance | null {
  const from = leadingNumber(text, convention)
  if (from === null) return null
  // Otherwise `to` would be a unit.
  const unit = RANGE.test(from.rest) ? null : leadingUnit(from.rest.replace(/^ +/, ''))
  const after = unit?.rest ?? from.rest
  const joint = RANGE.exec(after)?.[0]
  if (joint === undefined) return null
  const to = leadingNumber(after.slice(joint.length), convention)
  if (to === null || compare(from.value, to.value) >= 0) return null
  const suffix = to.rest.replace(/^ +/, '')
  const other = unitOf(suffix)
  if (suffix !== '' && other === null) return null
  if (unit !== null && other !== null && unit.unit !== other) return null
  const measure = other ?? unit?.unit ?? null
  const isDoubtful = from.isDoubtful || to.isDoubtful
  const range = { lower: from.value, upper: to.value, measure, isDoubtful, isRange: true }
  // `0 - 5` may also be a deviation of 0 and one of -5, and `-5 - 1` two deviations below the nominal value.
  const isDeviation = joint === ' - ' && (from.sign !== '' || isZero(from.value))
  if (!isDeviation) return range
  const [lower, upper] = ascending(from.value, negated(to.value))
  return { ...range, otherwise: { lower, upper, measure, isDoubtful } }
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
  if (OF_NOMINAL.test(suffix)) return '% of nominal'
  if (OF_READING.test(suffix)) return '% of reading'
  return unitOf(suffix) ?? undefined
}

function readAsymmetric(text: string, convention: Convention): Tolerance | null {
  const first = leadingDeviation(text, convention)
  if (first === null) return null
  const separator = SEPARATOR.exec(first.rest)?.[0]
  if (separator === undefined) return null
  const second = leadingDeviation(first.rest.slice(separator.length), convention)
  if (second === null || second.rest !== '') return null
  if (!separator.includes('/') && isArithmetic(first.number, second.number)) return null
  if (first.unit !== null && second.unit !== null && first.unit !== second.unit) return null
  const tolerance = asymmetric(first, second)
  const range = readRange(text, convention)
  return range === null ? tolerance : { ...tolerance, otherwise: range }
}

function asymmetric(first: Deviation, second: Deviation): Tolerance {
  const [lower, upper] = ascending(first.number.value, second.number.value)
  const isDoubtful = first.number.isDoubtful || second.number.isDoubtful
  const isPartlyBare = first.unit !== null && second.unit === null && !isZero(second.number.value)
  return { lower, upper, measure: first.unit ?? second.unit, isDoubtful, isPartlyBare }
}

/** Reads one side of an asymmetric tolerance: a signed number or a plain 0, and its unit. */
function leadingDeviation(text: string, convention: Convention): Deviation | null {
  const number = leadingNumber(text, convention)
  if (number === null || (number.sign === '' && !PLAIN_ZERO.test(number.mantissa))) return null
  const unit = leadingUnit(number.rest.replace(/^ +/, ''))
  return { number, unit: unit?.unit ?? null, rest: unit?.rest ?? number.rest }
}

/**
 * Whether spaces around the second sign make it an operator as well: `0 - 5` may be a range and `+0.2 + 0.1` a sum.
 * Opposite signs, as in `+0.1 - 0.2`, can only be two deviations.
 */
function isArithmetic(first: LeadingNumber, second: LeadingNumber): boolean {
  return second.signStandsApart && (first.sign === '' || first.sign === second.sign)
}

function ascending(a: Decimal, b: Decimal): readonly [Decimal, Decimal] {
  return compare(a, b) <= 0 ? [a, b] : [b, a]
}
