import { Type } from 'typebox'
import { exampleMeasurement, Measurement } from './measured-point.ts'
import { DECISION_RULE_LENGTH_MAX } from '../fields/point-words.ts'
import { MeasurementList } from './measurement.ts'
import { RecordWarning } from './record-warning.ts'
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
            'Decision rule for points that do not state one. Defaults to that of the workspace. One of `simple_acceptance`, `guard_band_u`, `guard_band_u_nonbinary`, `guard_band_r=<decimal>`, `iso_14253_1`, `z540_3_method_6` and `z540_3_rds`; for any other text, no decision is computed.',
          examples: ['guard_band_u'],
        }),
      ),
    ),
  },
  { $id: 'MeasurementEvaluation', description: 'Points to be evaluated without creating a record.' },
)
export type MeasurementEvaluation = Type.Static<typeof MeasurementEvaluation>

/** The values computed from each point, in the same order. */
export const EvaluatedMeasurements = Closed(
  {
    points: Type.Array(Measurement, { description: 'The computed values of each point, in order.' }),
    warnings: Type.Array(RecordWarning, {
      description:
        'Warnings that a record with these points would carry, except those that depend on its result.',
    }),
  },
  { $id: 'EvaluatedMeasurements', description: 'The evaluated points, and the warnings about them.' },
)
export type EvaluatedMeasurements = Type.Static<typeof EvaluatedMeasurements>

export const measurementOperations = defineOperations({
  evaluateMeasurements: {
    method: 'POST',
    path: '/measurements/evaluate',
    tag: 'Measurements',
    summary: 'Evaluate points of a calibration',
    description:
      'Computes what a record with these points would state: mean, error, limits, verdict, percent of tolerance and decision. Nothing is written. Numbers are computed exactly and returned as decimal strings; non-terminating decimals are rounded to at least 10 digits more than the input has. Units are compared but never converted, except between SI prefixes of the same unit. Every 50 points, or part of 50, count as one request against the rate limit.',
    scope: 'read',
    body: MeasurementEvaluation,
    reply: {
      status: 200,
      schema: EvaluatedMeasurements,
      description: 'The evaluated points, in the order of the request.',
      example: { points: [exampleMeasurement], warnings: [] },
    },
    errors: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
