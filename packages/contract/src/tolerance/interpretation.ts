import { exponentBetween } from './units/unit-scale.ts'
import { difference, shifted, type Decimal } from './decimal.ts'
import { isBlank, normaliseText } from './normalise-text.ts'
import { saysNotAdjusted } from './not-adjusted.ts'
import type { Convention } from './read-number.ts'
import { readQuantity, type Quantity } from './read-quantity.ts'
import { readTolerance, type Tolerance } from './read-tolerance.ts'
import { isInside, isRelative, toleranceLimits, type Limits } from './tolerance-limits.ts'
import { withSharedUnit } from './shared-unit-text.ts'
import { instrumentUnit, isUnclearUnit } from './unit.ts'

/** The texts of a calibration record that are compared, as sent. A blank text counts as not sent. */
export interface ComparedTexts {
  readonly nominalValue?: string | null | undefined
  readonly tolerance?: string | null | undefined
  readonly asFoundReading?: string | null | undefined
  readonly asLeftReading?: string | null | undefined
  /** The unit of the instrument in the register; it applies if the nominal value does not state one. */
  readonly unitOfMeasure?: string | null | undefined
}

/** The texts in normalized spelling; null for a text that was not sent. */
export interface SentTexts {
  readonly nominal: string | null
  readonly tolerance: string | null
  readonly reading: string | null
  readonly registeredUnit: string | null
}

/** The texts as interpreted under one convention of decimal marks; null for a text that cannot be interpreted. */
export interface Interpretation {
  readonly nominal: Quantity | null
  readonly tolerance: Tolerance | null
  readonly reading: Quantity | null
  readonly registeredUnit: string | null
}

/** An interpretation of all three texts. */
export interface CompleteInterpretation extends Interpretation {
  readonly nominal: Quantity
  readonly tolerance: Tolerance
  readonly reading: Quantity
}

/** Returns the texts to compare: the final reading is as left, or as found if nothing was left or adjusted. */
export function sentTexts(texts: ComparedTexts): SentTexts {
  const isAsFound = isBlank(texts.asLeftReading) || saysNotAdjusted(texts.asLeftReading)
  return withSharedUnit({
    nominal: sentText(texts.nominalValue),
    tolerance: sentText(texts.tolerance),
    reading: sentText(isAsFound ? texts.asFoundReading : texts.asLeftReading),
    registeredUnit: instrumentUnit(texts.unitOfMeasure),
  })
}

/**
 * Returns the texts in each convention in which they may be written. If there is no comma, no one wrote decimal commas,
 * and `1.234` is not a grouped number.
 */
export function interpretationsOf(sent: SentTexts): Interpretation[] {
  const { nominal, tolerance, reading, registeredUnit } = sent
  const hasComma = [nominal, tolerance, reading].some((text) => text?.includes(','))
  const conventions: Convention[] = hasComma ? ['decimal_point', 'decimal_comma'] : ['decimal_point']
  return conventions.map((convention) => {
    const quantity = nominal === null ? null : readQuantity(nominal, convention)
    const read = tolerance === null ? null : readTolerance(tolerance, convention)
    const unit = quantity?.unit ?? registeredUnit
    return {
      nominal: quantity,
      tolerance: read && meantAt(read, quantity, unit),
      reading: reading === null ? null : readQuantity(reading, convention),
      registeredUnit,
    }
  })
}

/** Returns a tolerance in the unit of the quantity if it is stated with another SI prefix, or in K of a °C. */
function inUnit(tolerance: Tolerance, unit: string | null): Tolerance {
  const { lower, upper, second, otherwise } = tolerance
  const exponent = exponentTo(unit, tolerance)
  const ofSecond = second === undefined ? null : exponentTo(unit, second)
  return {
    ...tolerance,
    ...(exponent !== null && {
      measure: unit,
      lower: shifted(lower, exponent),
      upper: shifted(upper, exponent),
    }),
    ...(second &&
      ofSecond !== null && { second: { ...second, measure: unit!, width: shifted(second.width, ofSecond) } }),
    ...(otherwise && { otherwise: inUnit(otherwise, unit) }),
  }
}

/** Returns the power of ten between a stated unit and that of the quantity; null if there is nothing to convert. */
function exponentTo(unit: string | null, stated: Pick<Tolerance, 'measure' | 'isRange'>): number | null {
  const { measure, isRange } = stated
  if (unit === null || measure === null || measure === unit || isRelative(stated)) return null
  if (isUnclearUnit(measure) || isUnclearUnit(unit)) return null
  const ofKelvin = unit === '°C' && isRange !== true ? exponentBetween(measure, 'K') : null
  return exponentBetween(measure, unit) ?? ofKelvin
}

/**
 * Returns the tolerance as it can be meant at a nominal value, in the unit of the quantity; null if that is unknown.
 */
function meantAt(tolerance: Tolerance, nominal: Quantity | null, unit: string | null): Tolerance | null {
  if (tolerance.isPartlyBare === true && mayBeBareOfAnother(tolerance, unit)) return null
  const inOwn = inUnit(tolerance, unit)
  if (nominal === null) return inOwn
  const { otherwise, ...stated } = inOwn
  if (inOwn.isRange === true) return isRangeAbout(nominal, inOwn) ? inOwn : null
  return otherwise && isRangeAbout(nominal, otherwise) ? inOwn : stated
}

/** Whether a range contains the nominal value; only then it states what is permitted. */
function isRangeAbout(nominal: Quantity, tolerance: Tolerance): boolean {
  return !isRelative(tolerance) && isInside(nominal.value, tolerance)
}

/** Whether a deviation without a unit may be in a unit other than that of the other deviation. */
function mayBeBareOfAnother(tolerance: Tolerance, unit: string | null): boolean {
  return isRelative(tolerance) || (unit !== null && tolerance.measure !== unit)
}

/** Whether all three texts could be interpreted. */
export function isComplete(interpretation: Interpretation): interpretation is CompleteInterpretation {
  const { nominal, tolerance, reading } = interpretation
  return nominal !== null && tolerance !== null && reading !== null
}

/** Whether one of the texts has an interpretation that its writer is unlikely to have meant. */
export function isDoubtful({ nominal, tolerance, reading }: Interpretation): boolean {
  return [nominal, tolerance, reading].some((part) => part?.isDoubtful === true)
}

/** Returns why the units of the texts prevent a comparison; null if they do not. */
export function unitProblem(interpretation: Interpretation): 'different_units' | 'unclear_unit' | null {
  const [unit, ...others] = namedUnits(interpretation)
  if (unit === undefined) return null
  if (others.some((other) => other !== unit)) return 'different_units'
  const isConfirmed = others.length > 0 || interpretation.registeredUnit === unit
  return isUnclearUnit(unit) && !isConfirmed ? 'unclear_unit' : null
}

/**
 * Returns all limits that nominal value and tolerance can mean, as in `toleranceLimits`; none if one cannot be
 * interpreted.
 */
export function meantLimits(interpretation: Interpretation): readonly (Limits | null)[] {
  const { nominal, tolerance, reading } = interpretation
  if (nominal === null || tolerance === null || unitProblem(interpretation) !== null) return []
  const [unit = null] = namedUnits(interpretation)
  const subject = { nominal: nominal.value, reading: reading?.value ?? null, unit }
  const { otherwise } = tolerance
  return [...toleranceLimits(tolerance, subject), ...(otherwise ? toleranceLimits(otherwise, subject) : [])]
}

/**
 * Returns the reading minus the nominal value; null if either cannot be interpreted or their units cannot be compared.
 */
export function deviationOf(interpretation: Interpretation): Decimal | null {
  const { nominal, reading } = interpretation
  if (nominal === null || reading === null || unitProblem(interpretation) !== null) return null
  return difference(reading.value, nominal.value)
}

function sentText(text: string | null | undefined): string | null {
  return isBlank(text) ? null : normaliseText(text ?? '')
}

/** Returns the units stated in the texts. The first is the quantity's own, and applies to texts that state none. */
function namedUnits({ nominal, tolerance, reading, registeredUnit }: Interpretation): string[] {
  const terms = tolerance === null ? [] : [tolerance, ...(tolerance.second ? [tolerance.second] : [])]
  const ofTerms = terms.map((term) => (isRelative(term) ? null : term.measure))
  const units = [nominal?.unit ?? registeredUnit, reading?.unit, ...ofTerms]
  return units.filter((unit) => typeof unit === 'string')
}
