import type { MeasurementUncertainty } from '@plumbline/contract'
import { present } from '../compose-section.ts'

/** What is commonly called 95 %, to which two standard deviations of the normal distribution come. */
const TWO_DEVIATIONS = 95.45

/** The coverage probability as certificates say it: of 95.45 `95 %`; undefined where none is stated. */
export function coverageLevel({
  coverage_probability: percent,
  confidence_level: words,
}: Pick<MeasurementUncertainty, 'coverage_probability' | 'confidence_level'>): string | undefined {
  const stated = percent == null ? /^\s*(\d{1,2}(?:[.,]\d+)?)\s*%\s*$/.exec(words ?? '')?.[1] : percent
  if (stated === undefined) return present(words)
  const value = Number(stated.replace(',', '.'))
  return `${Math.abs(value - TWO_DEVIATIONS) < 0.05 ? '95' : stated} %`
}

/** Coverage factor and coverage probability of one point: `2, 95 %`. */
export function coverageWords(uncertainty: MeasurementUncertainty): string {
  return [uncertainty.coverage_factor, coverageLevel(uncertainty)].filter(Boolean).join(', ')
}
