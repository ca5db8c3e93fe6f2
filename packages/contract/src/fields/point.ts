import type { PointField } from './point-field.ts'
import { DECISION_RULE_LENGTH_MAX, NAME_LENGTH_MAX, REMARK_LENGTH_MAX } from './point-words.ts'

type PointTable = Readonly<Record<string, PointField>>

/**
 * The fields of a calibration point, in the order of the public API. Schemas of requests and responses, the evaluation,
 * the points of procedures, and the data recorded in the ledger are based on these three tables. They contain no
 * schema, so that the browser application can import them. Source: measurements, section 1.
 */
export const pointFields = {
  function: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    procedure: 'taken',
    description: 'Measured quantity or function, such as `DC voltage`.',
  },
  channel: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    procedure: 'taken',
    description: 'Channel or function, for an instrument that has several.',
  },
  range: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    procedure: 'taken',
    description: 'Selected range, such as `10 V`.',
  },
  nominal: { kind: 'nominal', statedBy: 'request', procedure: 'taken' },
  reads: {
    kind: 'reads',
    statedBy: 'request',
    required: true,
    otherwise: 'item',
    procedure: 'taken',
    description:
      'Which indication the readings are. `item`: the readings are compared with the reference value, which is the nominal value unless a phase states another. `standard`: the item was set to the nominal value, and the readings of the standard are the reference value.',
  },
  tolerance: { kind: 'tolerance', statedBy: 'request', procedure: 'taken' },
  span: {
    kind: 'decimal',
    statedBy: 'request',
    procedure: 'taken',
    description: 'Span of the range, in the unit of the nominal value.',
  },
  resolution: {
    kind: 'decimal',
    statedBy: 'request',
    procedure: 'taken',
    description: 'Smallest step of the display, in the unit of the nominal value.',
  },
  point_id: {
    kind: 'id',
    statedBy: 'request',
    description:
      'A point of the released procedure of the instrument. Members that the request omits, such as function, range, nominal value or tolerance, are taken from it.',
  },
  conditions: { kind: 'conditions', statedBy: 'request', procedure: 'taken' },
  uncertainty: { kind: 'uncertainty', statedBy: 'request' },
  standard_asset_id: {
    kind: 'id',
    statedBy: 'request',
    description: 'The instrument that served as the standard at this point.',
  },
  external: {
    kind: 'flag',
    statedBy: 'request',
    required: true,
    otherwise: false,
    description: 'Whether another laboratory measured the point. Defaults to false.',
  },
  accredited: {
    kind: 'flag',
    statedBy: 'request',
    description:
      'Whether the accreditation of the laboratory covers the point. `true` requires an uncertainty, and is refused for an external point.',
  },
  decision_rule: {
    kind: 'text',
    statedBy: 'request',
    maxLength: DECISION_RULE_LENGTH_MAX,
    procedure: 'taken',
    description: 'Decision rule of this point. It takes precedence over any other.',
  },
  note: {
    kind: 'text',
    statedBy: 'request',
    maxLength: REMARK_LENGTH_MAX,
    procedure: 'own',
    description: 'Remark on this point.',
  },
  as_found: { kind: 'phase', statedBy: 'request' },
  as_left: { kind: 'phase', statedBy: 'request' },
  final_phase: {
    kind: 'phase_name',
    statedBy: 'server',
    description:
      'The phase that decides the verdict of the point: as left if it was measured or judged again, otherwise as found. Null if nothing was measured, and in a PASS_WITH_ADJUSTMENT record if other points were measured again but this one was neither measured again nor marked `unchanged`.',
  },
  decision: {
    kind: 'decision',
    statedBy: 'server',
    description: 'The decision on the final phase; null if there is none, or if there is no decision rule.',
  },
} as const satisfies PointTable

/**
 * The fields of a phase of a point: what was measured or observed, or why nothing was, and the computed
 * results.
 */
export const phaseFields = {
  readings: {
    kind: 'readings',
    statedBy: 'request',
    required: true,
    description: 'As sent; empty if the phase has none.',
  },
  observed: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    notBlank: true,
    description: 'What was observed instead of a number, such as `GO`, `OL` or `pass`. Requires `judgement`.',
  },
  judgement: {
    kind: 'judgement',
    statedBy: 'request',
    description: 'Whether the observation conforms. Requires `observed`.',
  },
  not_applicable: {
    kind: 'text',
    statedBy: 'request',
    maxLength: REMARK_LENGTH_MAX,
    notBlank: true,
    description: 'Why there are no readings, such as `new instrument`.',
  },
  unchanged: {
    kind: 'text',
    statedBy: 'request',
    maxLength: REMARK_LENGTH_MAX,
    notBlank: true,
    description:
      'As left only: why the adjustment did not affect this point, so that the as-found values still apply.',
  },
  reference: {
    kind: 'decimal',
    statedBy: 'request',
    description:
      'Reference value in the unit of the nominal value, if it differs from the nominal value. In responses: the value with which the indication was compared.',
  },
  uncertainty: {
    kind: 'uncertainty',
    statedBy: 'request',
    description: 'Of this phase, if it differs from that of the point.',
  },
  mean: { kind: 'decimal', statedBy: 'server', description: 'Mean of the readings.' },
  error: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Indication of the item minus reference value.',
  },
  standard_deviation: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Standard deviation of a single reading, with n − 1; null for one reading.',
  },
  lower_limit: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Lower tolerance limit for the mean of the readings; null if there is none.',
  },
  upper_limit: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Upper tolerance limit for the mean of the readings; null if there is none.',
  },
  verdict: {
    kind: 'verdict',
    statedBy: 'server',
    required: true,
    description:
      'Whether the mean is within the limits (inclusive), or how a person judged the observation. `not_comparable` if there is neither.',
  },
  percent_of_tolerance: {
    kind: 'decimal',
    statedBy: 'server',
    description:
      'Magnitude of the error in percent of the tolerance on the same side. Null if that side has no limit or a limit of zero width.',
  },
  decision: {
    kind: 'decision',
    statedBy: 'server',
    description: 'The decision on this phase, according to the decision rule of the point.',
  },
} as const satisfies PointTable

const probability = (description: string) =>
  ({ kind: 'number', statedBy: 'server', description }) as const satisfies PointField

/** The decision on a phase under a decision rule. Source: measurements, section 3. */
export const decisionFields = {
  rule: {
    kind: 'text',
    statedBy: 'server',
    maxLength: DECISION_RULE_LENGTH_MAX,
    required: true,
    description:
      'The decision rule that applies: that of the point or, if it has none, of the record, instrument or workspace.',
  },
  outcome: {
    kind: 'outcome',
    statedBy: 'server',
    required: true,
    description:
      '`not_computed` for a customer-specific rule, and if the limits or the uncertainty that the rule requires are missing.',
  },
  guard_band: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Distance between the acceptance limit and the tolerance limit.',
  },
  acceptance_lower: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Lower acceptance limit for the mean; null if there is none.',
  },
  acceptance_upper: {
    kind: 'decimal',
    statedBy: 'server',
    description:
      'Upper acceptance limit for the mean; null if there is none. If it is less than `acceptance_lower`, no mean is accepted.',
  },
  expanded_95: {
    kind: 'decimal',
    statedBy: 'server',
    description:
      'Expanded uncertainty for a coverage probability of about 95 %, used for guard bands and `tur`.',
  },
  tur: {
    kind: 'number',
    statedBy: 'server',
    description:
      'Test uncertainty ratio: width of the tolerance divided by the width of the 95 % interval. Null for a one-sided or zero-width tolerance, and for an uncertainty of 0.',
  },
  conformance_probability: probability('Probability that the true value is within the limits.'),
  false_accept_probability: probability(
    'Probability of false accept: that the true value is outside the limits although the phase was accepted; null if it was not accepted.',
  ),
  false_reject_probability: probability(
    'Probability of false reject: that the true value is within the limits although the phase was rejected; null if it was not rejected.',
  ),
} as const satisfies PointTable

export type PointFieldName = keyof typeof pointFields
export type PhaseFieldName = keyof typeof phaseFields
export type DecisionFieldName = keyof typeof decisionFields
