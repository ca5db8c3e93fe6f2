import { normaliseText } from './normalise-text.ts'

/** A unit at the beginning of a text in its canonical spelling, and the rest of the text. */
export interface LeadingUnit {
  readonly unit: string
  readonly rest: string
}

/**
 * Placeholder for a unit, or the words after one, that no table contains; a character that no one types (private use).
 */
export const STAND_IN = '\uE000'

/** Letters and signs of a unit symbol. */
const LETTER = `[A-Za-z°μΩ${STAND_IN}]`
const POWER = String.raw`(?:\^-?\d{1,2}|⁻[¹²³⁴-⁹]|[²³23])`
const SYMBOL = `(?:%?${LETTER}+${POWER}?|%|‰)`

/**
 * Symbols that a space may join to another. Any other word after a space may be a remark (`10.3 mm high`, `10 V DC`).
 * `min` is not included, because it may be a minimum.
 */
const PREFIX = '(?:da|[YZEPTGMkhdcmunpfμ])?'
const PREFIXED = 'mol|rad|bar|dyn|var|ohm|gf|cd|Pa|Hz|Wb|eV|VA|[mgsAKNJWVΩSFCTHLl]'
const UNPREFIXED = 'lbf|lbm|lbs|lb|ozf|oz|kp|inch|in|ft|yd|psi|PSI|rev|h|°C'
const SPACED = `(?:${PREFIX}(?:${PREFIXED})|${UNPREFIXED})${POWER}?(?![A-Za-z0-9°μΩ%^²³])`

const TERM = `(?:${SPACED}(?: ${SPACED})+|${SYMBOL})`
const UNIT = new RegExp(`^(?:deg C|% (?:RH|rh|HR)|% ?r\\.h\\.|pH units?|"|${TERM}(?:[.*/·⋅∙-]${TERM})*)`)

/** The multiplication sign of a product. The minus of an exponent does not count. */
const PRODUCT_JOIN = /[.*⋅∙ ]|(?<!\^)-/g
const POWER_AFTER_LETTER = new RegExp(`(?<=${LETTER})(?:⁻[¹²³⁴-⁹]|[²³23])`, 'g')
const SUPERSCRIPT_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Other spellings of a unit or symbol. Nothing is converted: mm and cm are two units. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['um', 'μm'],
  ['micron', 'μm'],
  ['microns', 'μm'],
  ['lbs', 'lb'],
  ['degC', '°C'],
  ['deg C', '°C'],
  ['inch', 'in'],
  ['inches', 'in'],
  ['"', 'in'],
  ['% RH', '%RH'],
  ['% rh', '%RH'],
  ['% HR', '%RH'],
  ['%rh', '%RH'],
  ['%r.h.', '%RH'],
  ['% r.h.', '%RH'],
  ['%HR', '%RH'],
  ['PSI', 'psi'],
  ['deg', '°'],
  ['ul', 'μL'],
  ['uL', 'μL'],
  ['μl', 'μL'],
  ['percent', '%'],
  ['sec', 's'],
  ['grams', 'g'],
  ['pH unit', 'pH'],
  ['pH units', 'pH'],
  // Capitalized spellings in registers that have only one meaning.
  ['MM', 'mm'],
  ['CM', 'cm'],
  ['KG', 'kg'],
  ['GRAMS', 'g'],
  ['SEC', 's'],
  ['RPM', 'rpm'],
  ['PPM', 'ppm'],
  ['DB', 'dB'],
  ['PF', 'pF'],
  ['BAR', 'bar'],
  // Products without a separator, and with their factors in the other order.
  ...['', 'm', 'c', 'd', 'k', 'M'].map((prefix) => [`${prefix}Nm`, `${prefix}N·m`] as const),
  ['Ncm', 'N·cm'],
  ['lbfin', 'lbf·in'],
  ['lbin', 'lbf·in'],
  ['inlb', 'lbf·in'],
  ['inlbs', 'lbf·in'],
  ['inlbf', 'lbf·in'],
  ['lbfft', 'lbf·ft'],
  ['ftlb', 'lbf·ft'],
  ['ftlbf', 'lbf·ft'],
  ['ftlbs', 'lbf·ft'],
  ['lbft', 'lbf·ft'],
])

/** Products whose factors are written in either order, and in the plural. */
const PRODUCTS: ReadonlyMap<string, string> = new Map(
  ['lbf', 'lb'].flatMap((pound) =>
    ['ft', 'in'].flatMap((length) => [
      [`${length}·${pound}`, `lbf·${length}`] as const,
      [`${pound}·${length}`, `lbf·${length}`] as const,
    ]),
  ),
)

/** `ohm`, `Ohms` and similar, with their prefix. */
const OHM = /^([a-zA-Zμ]?)[oO]hms?$/

/**
 * Case-insensitive words that follow a number without being its unit: steps of a display, the range of the instrument,
 * accuracy classes, limits and remarks. `e` is the scale interval of a balance.
 */
const QUALIFIERS: ReadonlySet<string> = new Set(
  `digit digits dig dgt dgts count counts lsd lsds lsb lsbs div divs division divisions e
   fs fsd fso fsr span range url reading rdg nominal nom class
   max maximum minimum approx ca avg average mean ok pass passed fail failed`.split(/\s+/),
)

/**
 * Units that may also be something else: minutes or a minimum, days or digits, carats or counts, femtoseconds or full
 * scale, centiliters or a class.
 */
const UNCLEAR_UNITS: ReadonlySet<string> = new Set(['min', 'd', 'ct', 'cts', 'fs', 'cl'])

/** Reads the unit at the beginning of a normalized text; null if there is none, or a qualifier. */
export function leadingUnit(text: string): LeadingUnit | null {
  const spelling = UNIT.exec(text)?.[0]
  if (spelling === undefined || isQualifier(spelling)) return null
  const unit = ALIASES.get(spelling) ?? oneSpelling(spelling)
  return { unit: PRODUCTS.get(unit) ?? unit, rest: text.slice(spelling.length) }
}

/** Returns the unit that is the whole normalized text, in its canonical spelling; null if it is not a unit. */
export function unitOf(text: string): string | null {
  const leading = leadingUnit(text)
  return leading?.rest === '' ? leading.unit : null
}

/** Whether a whole normalized text is one unit. */
export function isUnit(text: string): boolean {
  return unitOf(text) !== null
}

/**
 * Returns the unit of the instrument's register entry; null if blank. The entry is free text: one that is not a single
 * unit (`V, A, Ω`) is returned unchanged, and so equals no unit that a record states.
 */
export function instrumentUnit(unitOfMeasure: string | null | undefined): string | null {
  const text = normaliseText(unitOfMeasure ?? '')
  return text === '' ? null : (unitOf(text) ?? text)
}

/** Whether the word is certain to be a unit only if two texts contain it. */
export function isUnclearUnit(unit: string): boolean {
  return UNCLEAR_UNITS.has(unit) || (unit.startsWith('%') && unit !== '%' && unit.toUpperCase() !== '%RH')
}

/**
 * Returns a product with the separator `·`, powers after `^`, and each symbol in its canonical spelling: `lbf inch` is
 * `lbf·in`.
 */
function oneSpelling(spelling: string): string {
  return spelling
    .replace(PRODUCT_JOIN, '·')
    .replace(POWER_AFTER_LETTER, (power) => `^${plainPower(power)}`)
    .replace(/[^·/^]+/g, (symbol) => ALIASES.get(symbol) ?? symbol.replace(OHM, '$1Ω'))
}

function plainPower(power: string): string {
  return power.replace('⁻', '-').replace(/[^\d-]/, (digit) => String(SUPERSCRIPT_DIGITS.indexOf(digit)))
}

/** Whether a word is a qualifier. A digit after it changes nothing: `1.5 E3` is not a number with a unit `E`. */
function isQualifier(spelling: string): boolean {
  if (UNCLEAR_UNITS.has(spelling)) return false
  const word = spelling.replace(/^%/, '').replace(/[.*·⋅ -]|[²³23]$/g, '')
  return QUALIFIERS.has(word.toLowerCase())
}
