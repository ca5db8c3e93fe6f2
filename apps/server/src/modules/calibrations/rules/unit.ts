import { normaliseText } from './normalise-text.ts'

/** A unit at the start of a text in its one spelling, and what follows it there. */
export interface LeadingUnit {
  readonly unit: string
  readonly rest: string
}

const ATOM = String.raw`(?:%?[A-Za-z°μΩ]+|%)(?:\^-?\d{1,2})?`
const UNIT = new RegExp(`^(?:deg C|% RH|"|${ATOM}(?:[.*/-]${ATOM})*)`)

/** Other spellings of one unit. Nothing is converted: mm and cm stay two units. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['um', 'μm'],
  ['micron', 'μm'],
  ['ohm', 'Ω'],
  ['degC', '°C'],
  ['deg C', '°C'],
  ['inch', 'in'],
  ['"', 'in'],
  ['% RH', '%RH'],
  ['PSI', 'psi'],
])

/**
 * Words, in any case, that follow a number without being its unit: steps of a display, the range of the
 * instrument, accuracy classes, limits and remarks. `e` is the scale interval of a balance.
 */
const QUALIFIERS: ReadonlySet<string> = new Set(
  `digit digits dig dgt dgts count counts lsd lsds lsb lsbs div divs division divisions e
   fs fsd fso fsr span range url reading rdg nominal nom class
   max maximum minimum approx ca avg average mean ok pass passed fail failed`.split(/\s+/),
)

/**
 * Units that may as well be something else: minutes or a minimum, days or digits, carats or counts,
 * femtoseconds or full scale, centilitres or a class.
 */
const UNCLEAR_UNITS: ReadonlySet<string> = new Set(['min', 'd', 'ct', 'cts', 'fs', 'cl'])

/** Reads the unit at the start of a normalised text; null when none stands there, or a qualifier does. */
export function leadingUnit(text: string): LeadingUnit | null {
  const spelling = UNIT.exec(text)?.[0]
  if (spelling === undefined || isQualifier(spelling)) return null
  return { unit: ALIASES.get(spelling) ?? spelling, rest: text.slice(spelling.length) }
}

/** The unit that a whole normalised text names, in its one spelling; null when it is not one. */
export function unitOf(text: string): string | null {
  const leading = leadingUnit(text)
  return leading?.rest === '' ? leading.unit : null
}

/**
 * The unit of the instrument's register entry; null when blank. The entry is free text: one that is no
 * single unit (`V, A, Ω`) stands as it is, and so equals no unit that a record states.
 */
export function instrumentUnit(unitOfMeasure: string | null | undefined): string | null {
  const text = normaliseText(unitOfMeasure ?? '')
  return text === '' ? null : (unitOf(text) ?? text)
}

/** Whether the word is surely a unit only when two texts say it. */
export function isUnclearUnit(unit: string): boolean {
  return UNCLEAR_UNITS.has(unit) || (unit.startsWith('%') && unit !== '%' && unit.toUpperCase() !== '%RH')
}

function isQualifier(spelling: string): boolean {
  if (UNCLEAR_UNITS.has(spelling)) return false
  return QUALIFIERS.has(spelling.replace(/^%/, '').replaceAll('.', '').toLowerCase())
}
