import { decimalText } from '../../tolerance/decimal.ts'
import { normaliseText } from '../../tolerance/normalise-text.ts'
import { readQuantity } from '../../tolerance/read-quantity.ts'
import { instrumentUnit } from '../../tolerance/unit.ts'

/**
 * What a single reading is a reading of, as a name that records at the same nominal value share, however it is written:
 * number and unit. Null where the text is not one quantity.
 * @param unitOfMeasure of the instrument; it holds where the text names none
 */
export function seriesOfReading(nominalValue: string | null, unitOfMeasure: string | null): string | null {
  const text = normaliseText(nominalValue ?? '')
  const quantity = readQuantity(text, 'decimal_point') ?? readQuantity(text, 'decimal_comma')
  if (quantity === null) return null
  return `${decimalText(quantity.value)} ${quantity.unit ?? instrumentUnit(unitOfMeasure) ?? ''}`.trim()
}
