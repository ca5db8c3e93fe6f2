import { exponentBetween } from '@plumbline/contract/measurement'
import { isBlank, normaliseText } from '@plumbline/contract/tolerance'

/** A number and what stands after it. */
const NUMBER = /^([+-]?[\d.,' ]*\d(?:[.,])?(?:[eE][+-]?\d+)?)\s*(.*)$/

/**
 * A number as people type and spreadsheets copy it, as the API writes numbers: a decimal comma is a point, groups and the
 * unit of the point go. Every digit stays. Any other text is returned as it is, for the rules to refuse.
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

/** Of two marks the last one is the decimal mark; a comma alone is one too, as in the fields of a single reading. */
function withPoint(number: string): string {
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d*$/.test(number)) return number.replaceAll(',', '')
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d*$/.test(number)) return number.replaceAll('.', '').replace(',', '.')
  return number.includes('.') ? number : number.replace(',', '.')
}
