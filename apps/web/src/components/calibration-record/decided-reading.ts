import { isPassing, type CalibrationRecord } from '@plumbline/contract'
import { comparisonUnder } from '@plumbline/contract/tolerance'
import { decideReading, rejects, type ReadingDecision } from '@plumbline/contract/reading'

/**
 * Returns the decision of a record's decision rule on its single reading; null without a rule, for a record with points, which
 * have their own decisions, and for an external certificate, where the provider decided.
 */
export function decisionOfRecord(
  record: CalibrationRecord,
  unitOfMeasure: string | null,
): ReadingDecision | null {
  const hasPoints = (record.measurement_count ?? 0) > 0
  if (hasPoints || record.calibration_type === 'external_certificate') return null
  return decideReading({
    nominalValue: record.nominal_value,
    tolerance: record.tolerance,
    asFoundReading: record.as_found_reading,
    asLeftReading: record.as_left_reading,
    measurementUncertainty: record.measurement_uncertainty,
    coverageFactor: record.coverage_factor,
    confidenceLevel: record.confidence_level,
    decisionRule: record.decision_rule,
    unitOfMeasure,
  })
}

/** Returns the decision on one of the record's readings. */
export function decisionOfReading(
  record: CalibrationRecord,
  reading: 'as_found_reading' | 'as_left_reading',
  unitOfMeasure: string | null,
): ReadingDecision | null {
  return decisionOfRecord(
    { ...record, as_found_reading: record[reading], as_left_reading: null },
    unitOfMeasure,
  )
}

/** Whether a reading within tolerance is shown as good: no rule asks for more than that, or the rule accepts it. */
export function isAccepted(decided: ReadingDecision | null): boolean {
  if (decided === null) return true
  const { outcome, rule } = decided.decision
  if (outcome === 'not_computed') return comparisonUnder(rule) === 'limits'
  return outcome === 'pass' || outcome === 'conforming'
}

/** Whether a result passes an instrument whose reading the decision rule rejects. */
export function passesAgainst(result: string | null, decided: ReadingDecision | null): boolean {
  return isPassing(result) && rejects(decided?.decision ?? null)
}
