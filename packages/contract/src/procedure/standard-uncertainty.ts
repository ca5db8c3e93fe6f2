import { readDecimal } from '../measurement/decimal-text.ts'
import type { NominalValue } from '../public/point-values.ts'
import { compare, decimalText } from '../tolerance/decimal.ts'
import { normaliseText } from '../tolerance/normalise-text.ts'
import { readQuantity, type Quantity } from '../tolerance/read-quantity.ts'
import { instrumentUnit } from '../tolerance/unit.ts'
import { exponentBetween, exponentOfDifference } from '../tolerance/units/unit-scale.ts'

/** The data at one point of a standard's certificate. A type, so that it can be an entry of the ledger. */
export type StandardUncertainty = {
  /** Null if it applies to the entire standard. */
  readonly nominal: NominalValue | null
  readonly expanded: string
  readonly coverage_factor: string
  readonly unit: string
}

/**
 * The coverage factor of an uncertainty that does not state one: that for about 95 % (ISO/IEC 17025, 7.8.4; ILAC-P14).
 */
const USUAL_FACTOR = '2'

const ZERO = { units: 0n, scale: 0 }

/** The texts of a record with a single reading that determine the unit of its uncertainty. */
export interface StatedReading {
  readonly nominalValue?: string | null | undefined
  readonly measurementUncertainty?: string | null | undefined
  /** `2`, or `k = 2`. */
  readonly coverageFactor?: string | null | undefined
  /** Unit of the instrument, for texts without a unit. */
  readonly unitOfMeasure?: string | null | undefined
}

/**
 * Returns the uncertainty stated in the texts of a record with a single reading, such as `0.002 mm` and `2`. A number
 * alone is in the unit of the nominal value; null if the text is not a quantity, or its unit is unknown.
 */
export function statedUncertainty(texts: StatedReading): StandardUncertainty | null {
  const { nominalValue, measurementUncertainty, coverageFactor, unitOfMeasure } = texts
  const quantity = quantityIn(measurementUncertainty)
  if (!quantity || compare(quantity.value, ZERO) <= 0) return null
  const unit =
    quantity.unit ?? statedNominal(nominalValue, unitOfMeasure)?.unit ?? instrumentUnit(unitOfMeasure)
  if (unit === null) return null
  const factor = readDecimal(
    (coverageFactor ?? '')
      .trim()
      .replace(/^k ?= ?/i, '')
      .replace(',', '.'),
  )
  return {
    nominal: null,
    expanded: decimalText(quantity.value),
    coverage_factor: factor && compare(factor, ZERO) > 0 ? decimalText(factor) : USUAL_FACTOR,
    unit,
  }
}

/**
 * Returns the nominal value of a record with a single reading, such as `10.000 V`; a number alone is in the unit of the
 * instrument. Null if the text is not a quantity, or its unit is unknown.
 */
export function statedNominal(
  text: string | null | undefined,
  unitOfMeasure: string | null | undefined,
): NominalValue | null {
  const quantity = quantityIn(text)
  const unit = quantity && (quantity.unit ?? instrumentUnit(unitOfMeasure))
  return quantity && unit ? { value: decimalText(quantity.value), unit } : null
}

function quantityIn(text: string | null | undefined): Quantity | null {
  const normalised = normaliseText(text ?? '').replace(/^(±|\+-) ?/, '')
  const convention = /\d,\d/.test(normalised) && !normalised.includes('.') ? 'decimal_comma' : 'decimal_point'
  return readQuantity(normalised, convention)
}

/**
 * Returns the first of the nearest points to a nominal value in the calibration of a standard, among those in a unit of
 * the same quantity as the given one.
 */
export function nearestUncertainty(
  stated: readonly StandardUncertainty[],
  nominal: NominalValue,
  unit: string,
): StandardUncertainty | undefined {
  let found: StandardUncertainty | undefined
  let least = Infinity
  for (const each of stated) {
    if (exponentOfDifference(each.unit, unit) === null) continue
    const distance = distanceBetween(each.nominal, nominal)
    if (found === undefined || distance < least) [found, least] = [each, distance]
  }
  return found
}

/**
 * Returns the data of its standard's calibration that a record stores: those nearest to each of its nominal values, in
 * the order of the standard's certificate. Without a nominal value, those that apply to the entire standard.
 */
export function notedUncertainties(
  stated: readonly StandardUncertainty[],
  nominals: readonly (NominalValue | null)[],
): StandardUncertainty[] {
  const noted = new Set(
    nominals.map((nominal) =>
      nominal
        ? nearestUncertainty(stated, nominal, nominal.unit)
        : stated.length === 1
          ? stated[0]
          : undefined,
    ),
  )
  return stated.filter((each) => noted.has(each))
}

/** Returns the distance between two nominal values; infinite if either is missing or their units cannot be compared. */
function distanceBetween(one: NominalValue | null, other: NominalValue | null): number {
  const exponent = one && other && exponentBetween(one.unit, other.unit)
  return exponent === null ? Infinity : Math.abs(Number(one!.value) * 10 ** exponent - Number(other!.value))
}

/** Returns U/k in another unit of the same quantity; null for a unit of another one. */
export function standardUncertaintyIn(
  { expanded, coverage_factor: factor, unit }: StandardUncertainty,
  to: string,
): number | null {
  const exponent = exponentOfDifference(unit, to)
  return exponent === null ? null : (Number(expanded) / Number(factor)) * 10 ** exponent
}
