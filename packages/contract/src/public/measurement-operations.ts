import { Type } from 'typebox'
import { Measurement } from './measured-point.ts'
import { DECISION_RULE_LENGTH_MAX, MeasurementList } from './measurement.ts'
import { defineOperations } from '../shared/operation.ts'
import { Closed, Nullable, Text } from '../shared/values.ts'

/** Body of POST /measurements/evaluate. */
export const MeasurementEvaluation = Closed(
  {
    points: MeasurementList,
    decision_rule: Type.Optional(
      Nullable(
        Text(DECISION_RULE_LENGTH_MAX, {
          description:
            'For points without a rule of their own; that of the workspace when it is not sent. One of `simple_acceptance`, `guard_band_u`, `guard_band_u_nonbinary`, `guard_band_r=<decimal>`, `iso_14253_1`, `z540_3_method_6` and `z540_3_rds`; of any other text nothing is computed.',
          examples: ['guard_band_u'],
        }),
      ),
    ),
  },
  { $id: 'MeasurementEvaluation' },
)
export type MeasurementEvaluation = Type.Static<typeof MeasurementEvaluation>

/** What was computed from each point, in their order. */
export const EvaluatedMeasurements = Closed(
  { points: Type.Array(Measurement) },
  { $id: 'EvaluatedMeasurements' },
)
export type EvaluatedMeasurements = Type.Static<typeof EvaluatedMeasurements>

const examplePoint: Measurement = {
  function: 'DC voltage',
  channel: null,
  range: '10 V',
  nominal: { value: '10.000', unit: 'V' },
  tolerance: { symmetric: { absolute: '0.002', percent_of_reading: '0.05' } },
  span: null,
  resolution: '0.001',
  point_id: null,
  uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV', confidence_level: '95.45 %' },
  decision_rule: null,
  standard_asset_id: null,
  external: false,
  note: null,
  as_found: {
    readings: ['10.001', '10.002'],
    mean: '10.0015',
    error: '0.0015',
    standard_deviation: '0.0007071067812',
    lower_limit: '9.99299925',
    upper_limit: '10.00700075',
    verdict: 'in',
    percent_of_tolerance: '21.4262757562',
  },
  as_left: null,
  as_found_not_applicable: null,
  as_left_not_applicable: null,
  decision: {
    rule: 'guard_band_u',
    outcome: 'pass',
    guard_band: '0.0008',
    acceptance_lower: '9.99379925',
    acceptance_upper: '10.00620075',
    tur: 8.7509375,
    conformance_probability: 1,
    false_accept_probability: 0,
    false_reject_probability: null,
  },
}

export const measurementOperations = defineOperations({
  evaluateMeasurements: {
    method: 'POST',
    path: '/measurements/evaluate',
    tag: 'Measurements',
    summary: 'Evaluate points of a calibration',
    description:
      'Computes what a record with these points would state: mean, error, limits, verdict, percent of tolerance and decision. Nothing is written. Numbers are computed exactly and returned as decimal texts; those without an end are rounded to at least 10 digits after those that were written. Units are compared and never converted, but for SI prefixes of the same unit.',
    scope: 'read',
    body: MeasurementEvaluation,
    reply: {
      status: 200,
      schema: EvaluatedMeasurements,
      description: 'The evaluated points, in the order of the request.',
      example: { points: [examplePoint] },
    },
    errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
