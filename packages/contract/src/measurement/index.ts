// Computes results from the readings of a calibration: pure rules shared by the server and the form of the web
// application.
export { ruleInForce } from './decision-rule.ts'
export {
  ENGINE_VERSION,
  evaluateMeasurement,
  evaluateMeasurements,
  type Evaluation,
  type EvaluationOptions,
} from './evaluate.ts'
export { flatFields, flatFieldsOf, type FlatField } from './flat-fields.ts'
export type { IssuePath, MeasurementIssue } from './issue.ts'
export { hysteresisOf, withoutDirection, type HysteresisPair } from './hysteresis.ts'
export { seriesOfPoints, type NamedPoint } from './series/point-series.ts'
export { seriesOfReading } from './series/reading-series.ts'
export {
  finalPhase,
  isMeasuredPhase,
  lacksFinalPhase,
  summariseMeasurements,
  worstPhase,
  type MeasurementSummary,
} from './summary.ts'
export { waterVolumeFactor, type WeighingAir } from './pipette-volume.ts'
export { exponentBetween, exponentOfDifference } from '../tolerance/units/unit-scale.ts'
