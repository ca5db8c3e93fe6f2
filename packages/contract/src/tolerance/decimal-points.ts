import { decimalText } from './decimal.ts'
import { normaliseText } from './normalise-text.ts'
import { leadingNumber, type Convention, type LeadingNumber } from './read-number.ts'
import { readQuantity } from './read-quantity.ts'
import { readTolerance } from './read-tolerance.ts'
import { isFreeUnit } from './shared-unit-text.ts'

/** A number with a decimal comma that is not part of a unit or a power. */
const NUMBER = /(?<![\p{L}^\d.,])(?:\d[\d.]*(?:,\d+)?|,\d+)/gu

/** A nominal value and its readings differ by less than this factor; a thousand that is read wrongly does not. */
const NEAR_FACTOR = 10

/**
 * Texts of one record with the decimal commas written as points, for those who write commas: `50,03` beside `50 mm` and
 * `0.05 mm`. A comma is taken for a decimal one where it can be nothing else (`50,03`, `0,050`), where the nominal value
 * shows it (`50,010` beside `50 mm`), and where another text of the record has one; `1,234` alone may be a thousand and
 * stays. All texts stay where one of them shows that points group its thousands or commas do. A text that is no number
 * stays anyway.
 * @param nominal the name of the nominal value among the texts
 */
export function withDecimalPoints<Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  nominal: keyof Texts,
): Texts {
  if (!Object.values(texts).some((text) => text.includes(','))) return texts
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

/** Whether a comma that could group thousands is a decimal one, since only so the value is near the nominal one. */
function isDecimalBeside({ hasComma, inPoints, inCommas }: CommaText, nominal: CommaText): boolean {
  const wanted = nominal.inPoints ?? nominal.inCommas
  if (!hasComma || inPoints === null || inCommas === null || wanted === null) return false
  return !nominal.hasComma && isNear(inCommas, wanted) && !isNear(inPoints, wanted)
}

/** Whether the point of a nominal value such as `50.000` groups thousands, since only so it is near a reading. */
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
  if (number === null) return null
  const isRead =
    readQuantity(text, convention) !== null ||
    readTolerance(text, convention) !== null ||
    isFreeUnit(leadingNumber(text, convention)?.rest.trim() ?? '')
  return isRead ? number : null
}
