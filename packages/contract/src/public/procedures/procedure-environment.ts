import type { Type } from 'typebox'
import { UNIT_LENGTH_MAX } from '../../fields/point-words.ts'
import { Closed, DecimalString, Nullable, Text, TrimmedText } from '../../shared/values.ts'

/** Limits of a condition, of which at least one is given. */
export const ConditionLimits = Closed(
  {
    lower: Nullable(DecimalString({ description: 'Null if there is no lower limit.', examples: ['19'] })),
    upper: Nullable(DecimalString({ description: 'Null if there is no upper limit.', examples: ['21'] })),
    unit: Text(UNIT_LENGTH_MAX, { minLength: 1, description: 'Unit of the limits.', examples: ['°C'] }),
  },
  { $id: 'ConditionLimits', description: 'Limits of an ambient condition; null if there are none.' },
)
export type ConditionLimits = Type.Static<typeof ConditionLimits>

/** Conditions that a procedure requires. */
export const ProcedureEnvironment = Closed(
  { temperature: Nullable(ConditionLimits), humidity: Nullable(ConditionLimits) },
  {
    $id: 'ProcedureEnvironment',
    description:
      'A record whose `temperature` or `humidity` is outside these limits requires `deviation_from_procedure`.',
  },
)
export type ProcedureEnvironment = Type.Static<typeof ProcedureEnvironment>

/** A standard that a procedure requires. */
export const RequiredStandard = Closed(
  {
    role: TrimmedText(255, {
      description: 'The required standard.',
      examples: ['Gauge block set, grade 1'],
    }),
    minimum_tur: Nullable(
      DecimalString({ description: 'Minimum test uncertainty ratio; greater than 0.', examples: ['4'] }),
    ),
  },
  { $id: 'RequiredStandard', description: 'A reference standard that a procedure requires.' },
)
export type RequiredStandard = Type.Static<typeof RequiredStandard>
