import { Type } from 'typebox'
import { measurementFields } from './measurement.ts'
import { Closed, Nullable, OneOf } from '../shared/values.ts'

/** What the comparison of a mean with its limits says. */
export const pointVerdicts = ['in', 'out', 'not_comparable'] as const
export type PointVerdict = (typeof pointVerdicts)[number]

/** What a decision rule says of a point. */
export const decisionOutcomes = [
  'pass',
  'fail',
  'conditional_pass',
  'conditional_fail',
  'conforming',
  'nonconforming',
  'undecided',
  'not_computed',
] as const
export type DecisionOutcome = (typeof decisionOutcomes)[number]

const computed = (description: string) => Nullable(Type.String({ description }))
const probability = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 1, description }))

/** The readings of one phase and what follows from them; decimal strings. */
export const MeasuredPhase = Closed(
  {
    readings: Type.Array(Type.String(), { description: 'As they were sent.' }),
    mean: Type.String({ description: 'Of the readings.' }),
    error: Type.String({ description: 'Mean minus nominal value.' }),
    standard_deviation: computed('Of a single reading, with n − 1; null for one reading.'),
    lower_limit: computed('Least value within tolerance; null without a limit below.'),
    upper_limit: computed('Greatest value within tolerance; null without a limit above.'),
    verdict: OneOf(pointVerdicts, {
      description:
        'Whether the mean lies within the limits, which belong to them. `not_comparable` where there is no limit.',
    }),
    percent_of_tolerance: computed(
      'Magnitude of the error in percent of the tolerance on its side. Null where that side has no limit, or one at the nominal value.',
    ),
  },
  { $id: 'MeasuredPhase' },
)
export type MeasuredPhase = Type.Static<typeof MeasuredPhase>

/** What the decision rule says of the final phase of a point. */
export const MeasurementDecision = Closed(
  {
    rule: Type.String({ description: 'The rule in force: of the point, or of what stands above it.' }),
    outcome: OneOf(decisionOutcomes, {
      description:
        '`not_computed` for a rule of the customer, and where limits or the uncertainty that the rule needs are missing.',
    }),
    guard_band: computed('Distance of acceptance limit and tolerance limit.'),
    acceptance_lower: computed('Least accepted mean; null without one.'),
    acceptance_upper: computed(
      'Greatest accepted mean; null without one. Where it is less than `acceptance_lower`, no mean is accepted.',
    ),
    tur: Nullable(
      Type.Number({
        description:
          'Test uncertainty ratio: width of the tolerance by that of the 95 % interval. Null for a tolerance on one side or without width, and for an uncertainty of 0.',
      }),
    ),
    conformance_probability: probability('That the true value lies within the limits.'),
    false_accept_probability: probability('That it does not, though it was accepted; null where it was not.'),
    false_reject_probability: probability('That it does, though it was rejected; null where it was not.'),
  },
  { $id: 'MeasurementDecision' },
)
export type MeasurementDecision = Type.Static<typeof MeasurementDecision>

const notApplicable = (phase: string) =>
  Nullable(Type.String({ description: `Why there are no readings as ${phase}, where that was said.` }))

/** One point of a calibration as it is returned: what was sent, and what was computed from it. */
export const Measurement = Closed(
  {
    ...measurementFields,
    as_found: Nullable(MeasuredPhase),
    as_left: Nullable(MeasuredPhase),
    as_found_not_applicable: notApplicable('found'),
    as_left_not_applicable: notApplicable('left'),
    decision: Nullable(MeasurementDecision),
  },
  {
    $id: 'Measurement',
    description:
      'The final phase, which `decision` is about, is as left where it has readings, else as found. Without readings or a decision rule there is no decision.',
  },
)
export type Measurement = Type.Static<typeof Measurement>

/** A point, as examples show it. */
export const exampleMeasurement: Measurement = {
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
