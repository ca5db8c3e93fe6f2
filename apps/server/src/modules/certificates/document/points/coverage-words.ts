import type { MeasurementUncertainty } from '@plumbline/contract'
import { present } from '../compose-section.ts'

/** The coverage of two standard deviations of the normal distribution, commonly called 95 %. */
const TWO_DEVIATIONS = 95.45

/** Returns the coverage probability as printed on certificates: `95 %` for 95.45; undefined if none is stated. */
export function coverageLevel({
  coverage_probability: percent,
  confidence_level: words,
}: Pick<MeasurementUncertainty, 'coverage_probability' | 'confidence_level'>): string | undefined {
  const stated = percent == null ? /^\s*(\d{1,2}(?:[.,]\d+)?)\s*%\s*$/.exec(words ?? '')?.[1] : percent
  if (stated === undefined) return present(words)
  const value = Number(stated.replace(',', '.'))
  return `${Math.abs(value - TWO_DEVIATIONS) < 0.05 ? '95' : stated} %`
}

/** Returns the coverage factor and coverage probability of one point: `2, 95 %`. */
export function coverageWords(uncertainty: MeasurementUncertainty): string {
  return [uncertainty.coverage_factor, coverageLevel(uncertainty)].filter(Boolean).join(', ')
}
