import { decimalText } from './decimal.ts'
import { normaliseText } from './normalise-text.ts'
import { leadingNumber, type Convention, type LeadingNumber } from './read-number.ts'
import { readQuantity } from './read-quantity.ts'
import { readTolerance } from './read-tolerance.ts'
import { isFreeUnit } from './shared-unit-text.ts'

/** A number with a decimal comma that is not part of a unit or a power. */
const NUMBER = /(?<![\p{L}^\d.,])(?:\d[\d.]*(?:,\d+)?|,\d+)/gu

/** A nominal value and its readings differ by less than this factor; a misread thousands separator exceeds it. */
const NEAR_FACTOR = 10

/**
 * Returns the texts of one record with decimal commas replaced by points, for users who write commas: `50,03` next to
 * `50 mm` and `0.05 mm`. A comma is a decimal one if it cannot be anything else (`50,03`, `0,050`), if the nominal
 * value shows it (`50,010` next to `50 mm`), or if another text of the record has one; `1,234` alone may be a thousand
 * and is not changed. No text is changed if one of them shows that points or commas group its thousands. A text that is
 * not a number is never changed.
 * @param nominal the name of the nominal value among the texts
 */
export function withDecimalPoints<Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  nominal: keyof Texts,
): Texts {
  const written = Object.values(texts).map(commaText)
  const wanted = commaText(texts[nominal]!)
  const isDecimal = written.some((text) => isSurelyDecimal(text) || isDecimalBeside(text, wanted))
  const isOther = written.some((text) => text.hasComma && text.inPoints !== null && text.inCommas === null)
  if (!isDecimal || isOther || written.some((text) => isGroupedBeside(wanted, text))) return texts
  const entries = Object.entries(texts).map(([name, text]) => [name, withPoints(text)])
  return Object.fromEntries(entries) as Texts // The same members.
}

/** The first number of a text under each convention; null if the text cannot be parsed completely. */
interface CommaText {
  readonly hasComma: boolean
  readonly inPoints: LeadingNumber | null
  readonly inCommas: LeadingNumber | null
}

function commaText(text: string): CommaText {
  const normalised = normaliseText(text)
  return {
    hasComma: normalised.includes(','),
    inPoints: numberIn(normalised, 'decimal_point'),
    inCommas: numberIn(normalised, 'decimal_comma'),
  }
}

/**
 * Whether the comma can only be a decimal comma; a group that begins with 0, as in `0,050`, is not a group of
 * thousands.
 */
function isSurelyDecimal({ hasComma, inPoints, inCommas }: CommaText): boolean {
  return hasComma && inCommas !== null && (inPoints === null || inPoints.isDoubtful)
}

/**
 * Whether a comma that could group thousands is a decimal one, because only then the value is close to the nominal one.
 */
function isDecimalBeside({ hasComma, inPoints, inCommas }: CommaText, nominal: CommaText): boolean {
  const wanted = nominal.inPoints
  if (!hasComma || inPoints === null || inCommas === null || wanted === null) return false
  return !nominal.hasComma && isNear(inCommas, wanted) && !isNear(inPoints, wanted)
}

/**
 * Whether the point of a nominal value such as `50.000` groups thousands, because only then it is close to a reading.
 */
function isGroupedBeside({ hasComma, inPoints, inCommas }: CommaText, reading: CommaText): boolean {
  if (hasComma || inPoints === null || inCommas === null || !isSurelyDecimal(reading)) return false
  return isNear(inCommas, reading.inCommas!) && !isNear(inPoints, reading.inCommas!)
}

function isNear(one: LeadingNumber, other: LeadingNumber): boolean {
  const ratio = Math.abs(Number(decimalText(one.value)) / Number(decimalText(other.value)))
  return ratio < NEAR_FACTOR && ratio > 1 / NEAR_FACTOR
}

function withPoints(text: string): string {
  if (!text.includes(',') || numberIn(normaliseText(text), 'decimal_comma') === null) return text
  return text.replace(NUMBER, (number) => number.replaceAll('.', '').replace(',', '.'))
}

function numberIn(text: string, convention: Convention): LeadingNumber | null {
  const number = leadingNumber(text.replace(/^\D*?(?=[+-]?[\d.,])/, ''), convention)
  const isRead =
    readQuantity(text, convention) !== null ||
    readTolerance(text, convention) !== null ||
    isFreeUnit(leadingNumber(text, convention)?.rest.trim() ?? '')
  return isRead ? number : null
}
