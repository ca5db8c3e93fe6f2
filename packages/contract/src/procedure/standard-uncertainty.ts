import { readDecimal } from '../measurement/decimal-text.ts'
import type { NominalValue } from '../public/point-values.ts'
import { compare, decimalText } from '../tolerance/decimal.ts'
import { normaliseText } from '../tolerance/normalise-text.ts'
import { readQuantity, type Quantity } from '../tolerance/read-quantity.ts'
import { instrumentUnit } from '../tolerance/unit.ts'
import { exponentBetween, exponentOfDifference } from '../tolerance/units/unit-scale.ts'

/** What the certificate of a standard states at one of its points. A type, so that it can be an entry of the ledger. */
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

/** The texts of a record with a single reading that say in which unit its uncertainty is. */
export interface StatedReading {
  readonly nominalValue?: string | null | undefined
  readonly measurementUncertainty?: string | null | undefined
  /** `2`, or `k = 2`. */
  readonly coverageFactor?: string | null | undefined
  /** That of the instrument, which texts without a unit are in. */
  readonly unitOfMeasure?: string | null | undefined
}

/**
 * What the texts of a record with a single reading state of its uncertainty, such as `0.002 mm` and `2`. A number alone is
 * in the unit of the nominal value; null for what is no quantity, or where nothing says its unit.
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
 * The nominal value of a record with a single reading, such as `10.000 V`; a number alone is in the unit of the instrument.
 * Null for what is no quantity, or where nothing says its unit.
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
 * What the calibration of a standard states nearest to a nominal value, in a unit of the same quantity as the given one; of
 * several the first.
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
 * What a record takes note of among what the calibration of its standard states: what lies nearest to each of its nominal
 * values, in the order of the standard's certificate. Without a nominal value, what holds for all of the standard.
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

/** Infinite if either is missing or their units cannot be compared. */
function distanceBetween(one: NominalValue | null, other: NominalValue | null): number {
  const exponent = one && other && exponentBetween(one.unit, other.unit)
  return exponent === null ? Infinity : Math.abs(Number(one!.value) * 10 ** exponent - Number(other!.value))
}

/** U/k in another unit of the same quantity; null in a unit of another one. */
export function standardUncertaintyIn(
  { expanded, coverage_factor: factor, unit }: StandardUncertainty,
  to: string,
): number | null {
  const exponent = exponentOfDifference(unit, to)
  return exponent === null ? null : (Number(expanded) / Number(factor)) * 10 ** exponent
}
