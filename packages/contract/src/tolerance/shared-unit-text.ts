import { leadingNumber, type Convention } from './read-number.ts'
import { leadingUnit, STAND_IN, unitOf } from './unit.ts'

/** Texts that state units, in normalized spelling; null for a text that was not sent. */
interface UnitTexts {
  readonly nominal: string | null
  readonly tolerance: string | null
  readonly reading: string | null
  /** The unit on the instrument's register entry, without anything else. */
  readonly registeredUnit: string | null
}

const CONVENTIONS: readonly Convention[] = ['decimal_point', 'decimal_comma']

/** Longer texts after a number are remarks. */
const LENGTH_MAX = 40

/** A letter, a sign of a unit, a bracket, or the 1 of a reciprocal unit. */
const START = /^(?:1\/(?=\p{L})|[\p{L}°%([])/u

/** Signs that a text is more than a unit: an exponent, a second value, a bound, or a remark on the reading. */
const MORE_THAN_UNIT =
  /^e[+-]?\d|[±+,;:=<>~≤≥≈?!|\\\n\t]| - | min\b|[*-]$|\b(?:to|or|and|max|maximum|minimum|approx|ca|avg|average|mean|ok|pass|passed|fail|failed|nominal|nom|reading|rdg|class|typ|typical)\b/i

/** A number within the text, as in `dB re 1 V`: it may be a second value, unless all texts contain it. */
const NUMBER_WITHIN = /[ (]\d/

/** A word or a word in brackets after a unit: the ` DC` of `V DC`, the `(g)` of `bar(g)`. */
const SUFFIX = /^ ?(?:\(\p{L}+\)|\p{L}+)$/u

/** Characters that can follow a unit text without belonging to it. */
const END = String.raw`(?![\p{L}\p{N}^⁻-])`

/**
 * Returns the texts with a placeholder for a unit that no table contains (`V DC`, `mm Hg`, `bar(g)`, `1/min`), if at
 * least two of them state it in the same words; otherwise unchanged. After a known unit only the words are replaced, so
 * that a tolerance in `mV DC` is one with another SI prefix.
 * Source: tolerance comparison, "the same text in all places is the same unit, whatever it is".
 */
export function withSharedUnit<Texts extends UnitTexts>(texts: Texts): Texts {
  const unit = sharedUnitText(texts)
  if (unit === null) return texts
  const { nominal, tolerance, reading, registeredUnit } = texts
  const [known, suffix] = partsOf(unit)
  const pattern = new RegExp(
    known === null ? `(?<=[\\d.,] *)${escaped(unit)}${END}` : `(?<=[\\p{L}°%²³\\d])${escaped(suffix)}${END}`,
    'gu',
  )
  const standIn = known === null ? STAND_IN : `·${STAND_IN}`
  const replaced = (text: string | null) => text?.replace(pattern, standIn) ?? null
  const registered = registeredUnit === unit ? unitOf(`${known ?? ''}${standIn}`) : registeredUnit
  return {
    ...texts,
    nominal: replaced(nominal),
    tolerance: replaced(tolerance),
    reading: replaced(reading),
    registeredUnit: registered,
  }
}

/** Whether a whole normalized text may be a unit that is only compared by its words. */
export function isFreeUnit(text: string): boolean {
  if (text.length > LENGTH_MAX || text.includes(STAND_IN)) return false
  return unitOf(text) === null && START.test(text) && !MORE_THAN_UNIT.test(text)
}

/** Returns the text used as the unit of the quantity, if it is not a known unit and enough texts state it. */
function sharedUnitText(texts: UnitTexts): string | null {
  const { nominal, tolerance, reading, registeredUnit } = texts
  const after = afterNumber(nominal)
  const unit = after === null || after === '' ? (registeredUnit ?? afterNumber(reading)) : after
  if (unit === null || !isFreeUnit(unit)) return null
  const named = new RegExp(String.raw`[\d.,] *${escaped(unit)}${END}`, 'u')
  const naming = [nominal, tolerance, reading].filter((text) => text !== null && named.test(text)).length
  const needed = NUMBER_WITHIN.test(unit) ? 3 : 2
  return naming + (registeredUnit === unit ? 1 : 0) >= needed ? unit : null
}

/** Returns the text that follows the number at the start of a text; null if the text does not start with a number. */
function afterNumber(text: string | null): string | null {
  if (text === null) return null
  for (const convention of CONVENTIONS) {
    const number = leadingNumber(text, convention)
    if (number !== null) return number.rest.trim()
  }
  return null
}

/** Returns a known unit and the words after it; null for a text that is not such a pair. */
function partsOf(unit: string): readonly [known: string | null, suffix: string] {
  const leading = leadingUnit(unit)
  return leading !== null && SUFFIX.test(leading.rest) ? [leading.unit, leading.rest] : [null, unit]
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
