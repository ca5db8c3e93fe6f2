import { Type } from 'typebox'
import { decisionFields, phaseFields, pointFields } from '../fields/point.ts'
import { Closed } from '../shared/values.ts'
import { readSchemas } from './point-schemas.ts'

/** The decision on a phase under a decision rule. */
export const MeasurementDecision = Closed(readSchemas(decisionFields, {}), { $id: 'MeasurementDecision' })
export type MeasurementDecision = Type.Static<typeof MeasurementDecision>

/** What was measured or observed in one phase, and the values computed from it; null if they cannot be computed. */
export const MeasuredPhase = Closed(
  readSchemas(phaseFields, { readings: Type.Array(Type.String()), decision: MeasurementDecision }),
  {
    $id: 'MeasuredPhase',
    description: 'What was measured or observed in one phase, as found or as left, and the computed results.',
  },
)
export type MeasuredPhase = Type.Static<typeof MeasuredPhase>

/** One point of a calibration in responses: the values that were sent, and those computed from them. */
export const Measurement = Closed(
  readSchemas(pointFields, { phase: MeasuredPhase, decision: MeasurementDecision }),
  {
    $id: 'Measurement',
    description: 'A point of a calibration: what was stated, and what was computed from it.',
  },
)
export type Measurement = Type.Static<typeof Measurement>

const exampleDecision: MeasurementDecision = {
  rule: 'guard_band_u',
  outcome: 'pass',
  guard_band: '0.0008',
  acceptance_lower: '9.99379925',
  acceptance_upper: '10.00620075',
  expanded_95: '0.0008',
  tur: 8.7509375,
  conformance_probability: 1,
  false_accept_probability: 0,
  false_reject_probability: null,
}

/** A point, as examples show it. */
export const exampleMeasurement: Measurement = {
  function: 'DC voltage',
  channel: null,
  range: '10 V',
  nominal: { value: '10.000', unit: 'V' },
  reads: 'item',
  tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05' } },
  span: null,
  resolution: '0.001',
  point_id: null,
  conditions: null,
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV', coverage_probability: '95.45' },
  standard_asset_id: null,
  external: false,
  accredited: null,
  decision_rule: null,
  note: null,
  as_found: {
    readings: ['10.001', '10.002'],
    observed: null,
    judgement: null,
    not_applicable: null,
    unchanged: null,
    reference: '10.000',
    uncertainty: null,
    mean: '10.0015',
    error: '0.0015',
    standard_deviation: '0.0007071067812',
    lower_limit: '9.99299925',
    upper_limit: '10.00700075',
    verdict: 'in',
    percent_of_tolerance: '21.4262757562',
    decision: exampleDecision,
  },
  as_left: null,
  final_phase: 'as_found',
  decision: exampleDecision,
}
