import { normaliseText } from '../normalise-text.ts'
import { unitOf } from '../unit.ts'

/** A unit without SI prefixes, and the power of ten that they represent: `mV` is `V` and −3. */
interface UnitScale {
  readonly base: string
  readonly exponent: number
}

/** SI prefixes (SI Brochure, 9th edition, table 7). `u` is used for micro on keyboards without µ. */
const PREFIXES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    q: -30,
    r: -27,
    y: -24,
    z: -21,
    a: -18,
    f: -15,
    p: -12,
    n: -9,
    μ: -6,
    u: -6,
    m: -3,
    c: -2,
    d: -1,
    da: 1,
    h: 2,
    k: 3,
    M: 6,
    G: 9,
    T: 12,
    P: 15,
    E: 18,
    Z: 21,
    Y: 24,
    R: 27,
    Q: 30,
  }),
)

/**
 * Units that take SI prefixes; in others, a first letter means something else: `min` is not a milli-inch, `ft` not a
 * femtotonne.
 */
const PREFIXED: ReadonlySet<string> = new Set(
  'm g s A K mol cd rad sr Hz N Pa J W C V F Ω S Wb T H lm lx Bq Gy Sv kat L l eV bar var VA'.split(' '),
)

/** Separate units that look like prefixed ones: the pH value is not a picohenry, and horsepower not a petasiemens. */
const NEVER_SPLIT: ReadonlySet<string> = new Set(['pH', 'PS'])

/** A symbol and its power, which has one digit and is not 0. */
const FACTOR = /^(.*?)(?:\^(-?[1-9]))?$/s

/** A power of several digits, a fraction or 0, after `^` or as superscripts. */
const UNUSUAL_POWER = /\^(?!-?[1-9](?!\.?\d))|[⁰¹²³⁴-⁹]{2}|⁰/

/**
 * Maximum power of ten by which prefixes and powers of one unit together shift a value: more is a typing error or an
 * attack.
 */
const SHIFT_MAX = 60

/**
 * Whether values can be computed in a unit: the power of each symbol has one digit, and prefixes and powers together
 * shift by at most 10^60. Other units would produce numbers of any length. Source: measurements, "Units".
 */
export function isUsableUnit(unit: string): boolean {
  return readUnit(unit).isUsable
}

/**
 * Returns the power of ten by which a value in one unit is multiplied to convert it to another: −3 from `mV` to `V`.
 * The units may only differ in SI prefixes; null for all others, which are never converted. Source: measurements,
 * "compared by the alias table"; decisions on SI prefixes of one unit.
 */
export function exponentBetween(from: string, to: string): number | null {
  if (from === to) return 0
  const [one, other] = [readUnit(from), readUnit(to)]
  if (one.spelling === other.spelling) return 0
  return one.base === other.base ? one.exponent - other.exponent : null
}

/**
 * Returns the same for a difference of two values, such as a tolerance, an error or an uncertainty: K can replace °C
 * there, because their differences are equal. Source: measurements, section 1, "Units".
 */
export function exponentOfDifference(from: string, to: string): number | null {
  const exponent = exponentBetween(from, to)
  return exponent === null && readUnit(to).spelling === '°C' ? exponentBetween(from, 'K') : exponent
}

interface ReadUnit extends UnitScale {
  readonly spelling: string
  readonly isUsable: boolean
}

/**
 * A cache of parsed units: the points of a record have few, and parsing a unit takes longer than the rest of a point.
 */
const units = new Map<string, ReadUnit>()
const UNITS_MAX = 2000

function readUnit(unit: string): ReadUnit {
  const known = units.get(unit)
  if (known !== undefined) return known
  if (units.size >= UNITS_MAX) units.clear()
  const spelling = spellingOf(unit)
  const scale = unitScale(spelling)
  const isUsable = !UNUSUAL_POWER.test(spelling) && Math.abs(scale.exponent) <= SHIFT_MAX
  // Otherwise it only equals its own spelling, so that ten is never raised to an arbitrary power.
  const read = { spelling, isUsable, ...(isUsable ? scale : { base: spelling, exponent: 0 }) }
  units.set(unit, read)
  return read
}

/**
 * Returns the canonical spelling of a unit; a text that is not a unit is returned unchanged, and only equals itself.
 */
function spellingOf(unit: string): string {
  const text = normaliseText(unit)
  return unitOf(text) ?? text
}

/** A product in a denominator is ambiguous: `J/kg·K`. Such a unit only equals its own spelling. */
const UNCLEAR = /\/.*·/s

function unitScale(unit: string): UnitScale {
  if (UNCLEAR.test(unit)) return { base: unit, exponent: 0 }
  let exponent = 0
  let sign = 1
  const base = unit
    .split(/([·/])/)
    .map((part) => {
      if (part === '/') sign = -1
      const [, symbol = '', power] = FACTOR.exec(part)!
      const scale = symbolScale(symbol)
      exponent += sign * scale.exponent * Number(power ?? 1)
      return power === undefined ? scale.base : `${scale.base}^${power}`
    })
    .join('')
  return { base, exponent }
}

function symbolScale(symbol: string): UnitScale {
  if (PREFIXED.has(symbol) || NEVER_SPLIT.has(symbol)) return { base: litre(symbol), exponent: 0 }
  for (const length of [2, 1]) {
    const exponent = PREFIXES.get(symbol.slice(0, length))
    const rest = symbol.slice(length)
    if (exponent !== undefined && PREFIXED.has(rest)) return { base: litre(rest), exponent }
  }
  return { base: symbol, exponent: 0 }
}

/** Replaces the two symbols of the liter by one. */
function litre(symbol: string): string {
  return symbol === 'l' ? 'L' : symbol
}
