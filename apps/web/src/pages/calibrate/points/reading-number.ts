import { exponentBetween } from '@plumbline/contract/measurement'
import { isBlank, normaliseText } from '@plumbline/contract/tolerance'

/** Matches a number and the text after it. */
const NUMBER = /^([+-]?[\d.,' ]*\d(?:[.,])?(?:[eE][+-]?\d+)?)\s*(.*)$/

/**
 * Converts a number as people type it and spreadsheets copy it to the notation of the API: with a decimal point, without
 * digit grouping and the unit of the point. All digits are preserved. Other text is returned unchanged, for the rules to
 * refuse.
 */
export function numberText(text: string, unit: string): string {
  const normalised = normaliseText(text)
  const [, number = '', suffix = ''] = NUMBER.exec(normalised) ?? []
  if (number === '' || !isUnit(suffix, unit)) return text.trim()
  return withPoint(withoutGroups(number))
}

function isUnit(suffix: string, unit: string): boolean {
  return isBlank(suffix) || (!isBlank(unit) && exponentBetween(suffix, unit) === 0)
}

function withoutGroups(number: string): string {
  return number.replaceAll(/(?<=\d)[' ](?=\d{3}(?!\d))/g, '')
}

/** The last of two marks is the decimal mark. A single comma is one, too, as in the fields of a single reading. */
function withPoint(number: string): string {
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d*$/.test(number)) return number.replaceAll(',', '')
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d*$/.test(number)) return number.replaceAll('.', '').replace(',', '.')
  return number.includes('.') ? number : number.replace(',', '.')
}
