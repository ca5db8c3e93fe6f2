import type { MeasurementTolerance, ToleranceTerms } from '@plumbline/contract'
import { numberText } from './reading-number.ts'

/** Returns a tolerance for the request: its numbers with decimal points. */
export function toleranceWithPoints(
  tolerance: MeasurementTolerance | null,
  unit: string,
): MeasurementTolerance | null {
  if (!tolerance) return null
  const sides = (['symmetric', 'upper', 'lower'] as const).flatMap((side) =>
    tolerance[side] ? [[side, termsWithPoints(tolerance[side], unit)] as const] : [],
  )
  return { ...tolerance, ...Object.fromEntries(sides) }
}

function termsWithPoints(terms: ToleranceTerms, unit: string): ToleranceTerms {
  const stated = Object.entries(terms).filter(([, value]) => value !== null)
  return Object.fromEntries(
    stated.map(([name, value]) => [
      name,
      name === 'unit' || name === 'combine' ? value : numberText(value ?? '', unit),
    ]),
  )
}
