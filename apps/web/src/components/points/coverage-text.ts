import type { MeasurementUncertainty } from '@plumbline/contract'

/** The coverage probability of an uncertainty as people write it: `95.45 %`, or the words of the record; null without one. */
export function coverageText({
  coverage_probability: percent,
  confidence_level: words,
}: Pick<MeasurementUncertainty, 'coverage_probability' | 'confidence_level'>): string | null {
  return percent == null ? (words ?? null) : `${percent} %`
}

/** A percentage is the coverage probability; other text is preserved. */
export function coverageMembers(
  level: string,
): Pick<MeasurementUncertainty, 'coverage_probability' | 'confidence_level'> {
  const [, percent] = /^\s*(\d{1,2}(?:[.,]\d+)?)\s*%?\s*$/.exec(level) ?? []
  return percent === undefined
    ? { confidence_level: level }
    : { coverage_probability: percent.replace(',', '.') }
}
