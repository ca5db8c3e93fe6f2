import { isBlank, normaliseText } from './normalise-text.ts'
import { leadingNumber, type Convention } from './read-number.ts'
import { readQuantity } from './read-quantity.ts'
import { readTolerance } from './read-tolerance.ts'
import { isFreeUnit } from './shared-unit-text.ts'
import { instrumentUnit, isUnclearUnit, isUnit } from './unit.ts'

/** The texts of a calibration record that state a quantity, as sent; blank texts count as not sent. */
export interface MeasuredTexts<Text extends string | null = string | null> {
  readonly nominalValue: Text
  readonly tolerance: Text
  readonly asFoundReading: Text
  readonly asLeftReading: Text
  readonly measurementUncertainty: Text
}

const CONVENTIONS: readonly Convention[] = ['decimal_point', 'decimal_comma']

/** In these units `2 %` may be a share or two units, so that adding the unit would change the meaning. */
const SHARE_UNITS: ReadonlySet<string> = new Set(['%', '‰'])

/**
 * Returns the texts with the unit added after each number that has none: the nominal value's own unit if it has one,
 * otherwise the instrument's, as in the comparison. A text with a unit or a %, or one that is not a number, is not
 * changed.
 * Source: decisions, section 7, "Readings are kept as they were sent".
 */
export function withUnits<Text extends string | null>(
  texts: MeasuredTexts<Text>,
  unitOfMeasure: string | null | undefined,
): MeasuredTexts<Text | string> {
  const registered = singleUnit(unitOfMeasure)
  const nominalValue = quantityWith(texts.nominalValue, registered)
  const own = unitAfterNumber(nominalValue)
  const unit = own === null ? registered : isConfirmed(own, unitOfMeasure) ? own : null
  return {
    nominalValue,
    tolerance: toleranceWith(texts.tolerance, unit),
    asFoundReading: quantityWith(texts.asFoundReading, unit),
    asLeftReading: quantityWith(texts.asLeftReading, unit),
    measurementUncertainty: toleranceWith(texts.measurementUncertainty, unit),
  }
}

/**
 * Returns the same for a form that adds units to what it sends: only units that the comparison can interpret, because
 * any other would prevent the comparison.
 */
export function withReadUnits<Text extends string | null>(
  texts: MeasuredTexts<Text>,
  unitOfMeasure: string | null | undefined,
): MeasuredTexts<Text | string> {
  return withUnits(texts, isUnit(normaliseText(unitOfMeasure ?? '')) ? unitOfMeasure : null)
}

/** Returns the instrument's unit; null if the register lists several (`V, A, Ω`) or contains more than a unit. */
function singleUnit(unitOfMeasure: string | null | undefined): string | null {
  const text = unitOfMeasure?.trim() ?? ''
  return isUnit(normaliseText(text)) || /^[^\s\d,;|()][^\s,;|()]*$/.test(text) ? text : null
}

/**
 * Whether a word such as `min` or `V DC` after the nominal value is certainly a unit, because the register confirms it.
 */
function isConfirmed(unit: string, unitOfMeasure: string | null | undefined): boolean {
  return (isUnit(unit) && !isUnclearUnit(unit)) || unit === instrumentUnit(unitOfMeasure)
}

function quantityWith<Text extends string | null>(text: Text, unit: string | null): Text | string {
  if (text === null || unit === null || isBlank(text)) return text
  const normalised = normaliseText(text)
  const isBare = CONVENTIONS.some((convention) => readQuantity(normalised, convention)?.unit === null)
  return isBare ? `${text.trim()} ${unit}` : text
}

function toleranceWith<Text extends string | null>(text: Text, unit: string | null): Text | string {
  if (text === null || unit === null || isBlank(text) || SHARE_UNITS.has(unit)) return text
  const normalised = normaliseText(text)
  const isBare = CONVENTIONS.some((convention) => readTolerance(normalised, convention)?.measure === null)
  if (!isBare) return text
  const bracketed = /^(.*?)\s*\)$/s.exec(text.trim())
  return bracketed ? `${bracketed[1]} ${unit})` : `${text.trim()} ${unit}`
}

/** Returns the unit after the number of a text that is one quantity, known or not; null if there is none. */
function unitAfterNumber(text: string | null): string | null {
  const normalised = normaliseText(text ?? '')
  for (const convention of CONVENTIONS) {
    const rest = leadingNumber(normalised, convention)?.rest.trim() ?? ''
    if (isUnit(rest) || isFreeUnit(rest)) return rest
  }
  return null
}
