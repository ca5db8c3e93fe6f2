import { normaliseText } from '../tolerance/normalise-text.ts'
import { unitOf } from '../tolerance/unit.ts'

/** A unit without SI prefixes, and the power of ten that they stand for: `mV` is `V` and −3. */
interface UnitScale {
  readonly base: string
  readonly exponent: number
}

/** SI prefixes (SI Brochure, 9th edition, table 7). `u` stands for micro on keyboards without it. */
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

/** Units that take SI prefixes; of others, a first letter means something else: `min` is no milli-inch, `ft` no femtotonne. */
const PREFIXED: ReadonlySet<string> = new Set(
  'm g s A K mol cd rad sr Hz N Pa J W C V F Ω S Wb T H lm lx Bq Gy Sv kat L l eV bar var VA'.split(' '),
)

const FACTOR = /^(.*?)(?:\^(-?\d+))?$/

/**
 * The power of ten by which a value in one unit is multiplied to stand in another: −3 from `mV` to `V`. Only SI
 * prefixes differ between them; null for units that differ in more than that, which are never converted.
 * Source: measurements, "compared by the alias table"; decisions on SI prefixes of one unit.
 */
export function exponentBetween(from: string, to: string): number | null {
  if (from === to) return 0
  const pair = `${from}\n${to}`
  const known = exponents.get(pair)
  if (known !== undefined) return known
  if (exponents.size >= PAIRS_MAX) exponents.clear()
  const exponent = compareUnits(from, to)
  exponents.set(pair, exponent)
  return exponent
}

/** Pairs that were compared: the points of a record have few, and reading a unit takes longer than the rest of a point. */
const exponents = new Map<string, number | null>()
const PAIRS_MAX = 1000

function compareUnits(from: string, to: string): number | null {
  const [one, other] = [spellingOf(from), spellingOf(to)]
  if (one === other) return 0
  const [a, b] = [unitScale(one), unitScale(other)]
  return a.base === b.base ? a.exponent - b.exponent : null
}

/** One spelling of a unit; a text that is no unit stands as it is, and equals itself alone. */
function spellingOf(unit: string): string {
  const text = normaliseText(unit)
  return unitOf(text) ?? text
}

/** What follows a product in a denominator is read either way: `J/kg·K`. Such a unit equals its own spelling alone. */
const UNCLEAR = /\/.*·/

function unitScale(unit: string): UnitScale {
  if (UNCLEAR.test(unit)) return { base: unit, exponent: 0 }
  let exponent = 0
  let sign = 1
  const base = unit
    .split(/([·/])/)
    .map((part) => {
      if (part === '/') sign = -1
      if (part === '·' || part === '/') return part
      const [, symbol = '', power] = FACTOR.exec(part)!
      const scale = symbolScale(symbol)
      exponent += sign * scale.exponent * Number(power ?? 1)
      return power === undefined ? scale.base : `${scale.base}^${power}`
    })
    .join('')
  return { base, exponent }
}

function symbolScale(symbol: string): UnitScale {
  if (PREFIXED.has(symbol)) return { base: litre(symbol), exponent: 0 }
  for (const length of [2, 1]) {
    const exponent = PREFIXES.get(symbol.slice(0, length))
    const rest = symbol.slice(length)
    if (exponent !== undefined && PREFIXED.has(rest)) return { base: litre(rest), exponent }
  }
  return { base: symbol, exponent: 0 }
}

/** The litre has two symbols. */
function litre(symbol: string): string {
  return symbol === 'l' ? 'L' : symbol
}
