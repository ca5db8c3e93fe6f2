import { decimalText } from '../../tolerance/decimal.ts'
import { normaliseText } from '../../tolerance/normalise-text.ts'
import { readQuantity } from '../../tolerance/read-quantity.ts'
import { instrumentUnit } from '../../tolerance/unit.ts'

/**
 * Returns a name for the quantity of a single reading, which is equal for records with the same nominal value, however
 * it is written: number and unit. Null if the text is not a single quantity.
 * @param unitOfMeasure unit of the instrument, for texts without a unit
 */
export function seriesOfReading(nominalValue: string | null, unitOfMeasure: string | null): string | null {
  const text = normaliseText(nominalValue ?? '')
  const quantity = readQuantity(text, 'decimal_point') ?? readQuantity(text, 'decimal_comma')
  if (quantity === null) return null
  return `${decimalText(quantity.value)} ${quantity.unit ?? instrumentUnit(unitOfMeasure) ?? ''}`.trim()
}
