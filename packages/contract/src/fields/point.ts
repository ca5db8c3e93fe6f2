import type { PointField } from './point-field.ts'
import { DECISION_RULE_LENGTH_MAX, NAME_LENGTH_MAX, REMARK_LENGTH_MAX } from './point-words.ts'

type PointTable = Readonly<Record<string, PointField>>

/**
 * What a point of a calibration says, in the order of the public API. Schemas of requests and responses, the evaluation, the points
 * of procedures, and what the ledger freezes and how that is read again go by these three tables. They hold no schema, so that the
 * application in the browser can have them. Source: measurements, section 1.
 */
export const pointFields = {
  function: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    procedure: 'taken',
    description: 'What is measured: `DC voltage`.',
  },
  channel: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    procedure: 'taken',
    description: 'Of an instrument that has several.',
  },
  range: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    procedure: 'taken',
    description: 'The range that was set: `10 V`.',
  },
  nominal: { kind: 'nominal', statedBy: 'request', procedure: 'taken' },
  reads: {
    kind: 'reads',
    statedBy: 'request',
    required: true,
    otherwise: 'item',
    procedure: 'taken',
    description:
      'Whose indication the readings are. `item`: they are compared with the reference value, which is the nominal value unless a phase states another. `standard`: the item was set to the nominal value, and the readings are the reference value.',
  },
  tolerance: { kind: 'tolerance', statedBy: 'request', procedure: 'taken' },
  span: {
    kind: 'decimal',
    statedBy: 'request',
    procedure: 'taken',
    description: 'Of the range, in the unit of the nominal value.',
  },
  resolution: {
    kind: 'decimal',
    statedBy: 'request',
    procedure: 'taken',
    description: 'One step of the display, in the unit of the nominal value.',
  },
  point_id: {
    kind: 'id',
    statedBy: 'request',
    description:
      'A point of the released procedure of the instrument; what the request leaves out of function, range, nominal value, tolerance and the like comes from it.',
  },
  conditions: { kind: 'conditions', statedBy: 'request', procedure: 'taken' },
  uncertainty: { kind: 'uncertainty', statedBy: 'request' },
  standard_asset_id: {
    kind: 'id',
    statedBy: 'request',
    description: 'The instrument that was the standard at this point.',
  },
  external: {
    kind: 'flag',
    statedBy: 'request',
    required: true,
    otherwise: false,
    description: 'Measured by another laboratory; false unless sent.',
  },
  accredited: {
    kind: 'flag',
    statedBy: 'request',
    description:
      'Whether the accreditation of the laboratory covers the point. `true` needs an uncertainty, and is refused for an external point.',
  },
  decision_rule: {
    kind: 'text',
    statedBy: 'request',
    maxLength: DECISION_RULE_LENGTH_MAX,
    procedure: 'taken',
    description: 'Of this point; it goes before any other one.',
  },
  note: {
    kind: 'text',
    statedBy: 'request',
    maxLength: REMARK_LENGTH_MAX,
    procedure: 'own',
    description: 'A remark on this point.',
  },
  as_found: { kind: 'phase', statedBy: 'request' },
  as_left: { kind: 'phase', statedBy: 'request' },
  final_phase: {
    kind: 'phase_name',
    statedBy: 'server',
    description:
      'The phase that decides on the point: as left where it was measured or judged again, else as found. Null where nothing was measured, and in a record with the result PASS_WITH_ADJUSTMENT where other points were measured again and this one neither was nor is `unchanged`.',
  },
  decision: {
    kind: 'decision',
    statedBy: 'server',
    description: 'That of the final phase; null without one, or without a decision rule.',
  },
} as const satisfies PointTable

/** What a phase of a point says: what was measured or observed, or why nothing was, and what follows from it. */
export const phaseFields = {
  readings: {
    kind: 'readings',
    statedBy: 'request',
    required: true,
    description: 'As they were sent; empty where the phase has none.',
  },
  observed: {
    kind: 'text',
    statedBy: 'request',
    maxLength: NAME_LENGTH_MAX,
    notBlank: true,
    description: 'What was observed in place of a number: `GO`, `OL`, `pass`. Requires `judgement`.',
  },
  judgement: {
    kind: 'judgement',
    statedBy: 'request',
    description: 'Whether what was observed conforms; requires `observed`.',
  },
  not_applicable: {
    kind: 'text',
    statedBy: 'request',
    maxLength: REMARK_LENGTH_MAX,
    notBlank: true,
    description: 'Why there are no readings: `new instrument`.',
  },
  unchanged: {
    kind: 'text',
    statedBy: 'request',
    maxLength: REMARK_LENGTH_MAX,
    notBlank: true,
    description:
      'As left alone: why the adjustment did not touch this point, so that the values as found still stand.',
  },
  reference: {
    kind: 'decimal',
    statedBy: 'request',
    description:
      'Reference value in the unit of the nominal value, where it is not the nominal value itself. In responses: the value that the indication was compared with.',
  },
  uncertainty: {
    kind: 'uncertainty',
    statedBy: 'request',
    description: 'Of this phase, where it is not that of the point.',
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
    description: 'Least mean of the readings within tolerance; null without a limit below.',
  },
  upper_limit: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Greatest mean of the readings within tolerance; null without a limit above.',
  },
  verdict: {
    kind: 'verdict',
    statedBy: 'server',
    required: true,
    description:
      'Whether the mean lies within the limits, which belong to them, or how a person judged what was observed. `not_comparable` where there is neither.',
  },
  percent_of_tolerance: {
    kind: 'decimal',
    statedBy: 'server',
    description:
      'Magnitude of the error in percent of the tolerance on its side. Null where that side has no limit, or one without width.',
  },
  decision: {
    kind: 'decision',
    statedBy: 'server',
    description: 'The decision on this phase, by the rule of the point.',
  },
} as const satisfies PointTable

const probability = (description: string) =>
  ({ kind: 'number', statedBy: 'server', description }) as const satisfies PointField

/** What a decision rule says of a phase. Source: measurements, section 3. */
export const decisionFields = {
  rule: {
    kind: 'text',
    statedBy: 'server',
    maxLength: DECISION_RULE_LENGTH_MAX,
    required: true,
    description: 'The rule in force: of the point, or of what stands above it.',
  },
  outcome: {
    kind: 'outcome',
    statedBy: 'server',
    required: true,
    description:
      '`not_computed` for a rule of the customer, and where limits or the uncertainty that the rule needs are missing.',
  },
  guard_band: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Distance between acceptance limit and tolerance limit.',
  },
  acceptance_lower: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Least accepted mean; null without one.',
  },
  acceptance_upper: {
    kind: 'decimal',
    statedBy: 'server',
    description:
      'Greatest accepted mean; null without one. Where it is less than `acceptance_lower`, no mean is accepted.',
  },
  expanded_95: {
    kind: 'decimal',
    statedBy: 'server',
    description: 'Expanded uncertainty for about 95 %, which guard bands and `tur` are taken from.',
  },
  tur: {
    kind: 'number',
    statedBy: 'server',
    description:
      'Test uncertainty ratio: width of the tolerance by that of the 95 % interval. Null for a tolerance on one side or without width, and for an uncertainty of 0.',
  },
  conformance_probability: probability('Probability that the true value lies within the limits.'),
  false_accept_probability: probability(
    'Probability that it does not, though the phase was accepted; null where it was not accepted.',
  ),
  false_reject_probability: probability(
    'Probability that it does, though the phase was rejected; null where it was not rejected.',
  ),
} as const satisfies PointTable

export type PointFieldName = keyof typeof pointFields
export type PhaseFieldName = keyof typeof phaseFields
export type DecisionFieldName = keyof typeof decisionFields
