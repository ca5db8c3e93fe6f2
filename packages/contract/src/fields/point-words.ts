/**
 * Whose indication the readings of a point are: that of the item, or that of the standard while the item shows the
 * nominal value.
 */
export const pointReadings = ['item', 'standard'] as const
export type PointReads = (typeof pointReadings)[number]

/** Whether the nominal value was approached from below or from above. */
export const pointDirections = ['up', 'down'] as const
export type PointDirection = (typeof pointDirections)[number]

/** A person's judgment of what was observed at a point without readings. */
export const pointJudgements = ['conforms', 'does_not_conform'] as const
export type PointJudgement = (typeof pointJudgements)[number]

/** The verdict of the comparison with the limits, or of a person's judgment. */
export const pointVerdicts = ['in', 'out', 'not_comparable'] as const
export type PointVerdict = (typeof pointVerdicts)[number]

/** The phases of a point; the last one that was measured decides. */
export const pointPhases = ['as_found', 'as_left'] as const
export type PointPhase = (typeof pointPhases)[number]

/** The decision on a phase under a decision rule. */
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

/** Maximum length of the name of a function, a channel, a range or a position. */
export const NAME_LENGTH_MAX = 120

/** Maximum length of a unit, such as `kg·m^2/s^2`. */
export const UNIT_LENGTH_MAX = 40

/** Maximum length of a remark on a point, and of a tolerance that a person judges. */
export const REMARK_LENGTH_MAX = 1000

/** Maximum length of the name of a decision rule, as for that of a record. */
export const DECISION_RULE_LENGTH_MAX = 120
