import { Type } from 'typebox'
import {
  pointDirections,
  NAME_LENGTH_MAX,
  REMARK_LENGTH_MAX,
  UNIT_LENGTH_MAX,
} from '../fields/point-words.ts'
import { Closed, DecimalString, Nullable, OneOf, Text, Uuid } from '../shared/values.ts'

const decimal = (description: string) => Type.Optional(Nullable(DecimalString({ description })))
const text = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Text(maxLength, { description })))

/** How the terms of a limit make one: they add up, or the greatest of them counts. */
export const termCombinations = ['sum', 'greatest'] as const

/** The terms of the limit on one side, each as a magnitude. */
export const ToleranceTerms = Closed(
  {
    absolute: decimal('Fixed term, in `unit`.'),
    unit: text(
      UNIT_LENGTH_MAX,
      'Unit of `absolute`: the unit of the nominal value (the default), the same unit with a different SI prefix, or K if the nominal value is in °C.',
    ),
    percent_of_reading: decimal('Percentage of the indication of the item.'),
    percent_of_nominal: decimal('Percentage of the nominal value.'),
    percent_of_span: decimal('Percentage of `span`. Requires `span`.'),
    counts: decimal('Number of display steps (counts), multiplied by `resolution`. Requires `resolution`.'),
    combine: Type.Optional(
      Nullable(
        OneOf(termCombinations, {
          description: '`sum` (the default): the terms are added. `greatest`: only the greatest term counts.',
        }),
      ),
    ),
  },
  {
    $id: 'ToleranceTerms',
    description: 'Terms of one limit, as magnitudes. At least one is required; none can be negative.',
  },
)
export type ToleranceTerms = Type.Static<typeof ToleranceTerms>

/** Limits of the indication itself, independent of the nominal value. */
export const ToleranceLimits = Closed(
  {
    lower: decimal('Lower tolerance limit of the indication; null if there is none.'),
    upper: decimal('Upper tolerance limit of the indication; null if there is none.'),
    unit: text(UNIT_LENGTH_MAX, 'Defaults to the unit of the nominal value.'),
  },
  {
    $id: 'ToleranceLimits',
    description: 'Absolute limits of the indication, such as 9.980 mm and 9.993 mm for a 10 mm gauge.',
  },
)
export type ToleranceLimits = Type.Static<typeof ToleranceLimits>

/** The tolerance of a point. */
export const MeasurementTolerance = Closed(
  {
    symmetric: Type.Optional(Nullable(ToleranceTerms)),
    upper: Type.Optional(Nullable(ToleranceTerms)),
    lower: Type.Optional(Nullable(ToleranceTerms)),
    limits: Type.Optional(Nullable(ToleranceLimits)),
    text: Type.Optional(
      Nullable(
        Text(REMARK_LENGTH_MAX, {
          minLength: 1,
          description: 'A requirement judged by a person, such as `Class M3`.',
        }),
      ),
    ),
  },
  {
    $id: 'MeasurementTolerance',
    description:
      'One of: `symmetric`; `upper` and `lower`, where null means no limit on that side; `limits`; or `text`.',
  },
)
export type MeasurementTolerance = Type.Static<typeof MeasurementTolerance>

/** The uncertainty of the measurement at a point. */
export const MeasurementUncertainty = Closed(
  {
    expanded: decimal(
      'Expanded uncertainty U; not negative. Either `expanded` or `relative_percent` is required.',
    ),
    relative_percent: decimal(
      'Expanded uncertainty in percent of the reference value, instead of `expanded`.',
    ),
    coverage_factor: decimal('Coverage factor k, greater than 0. Required with an expanded uncertainty.'),
    unit: Type.Optional(
      Nullable(
        Text(UNIT_LENGTH_MAX, {
          description:
            'The unit of the nominal value (the default), the same unit with a different SI prefix, K if the nominal value is in °C, or `ppm` of the reference value.',
          examples: ['mV'],
        }),
      ),
    ),
    coverage_probability: decimal(
      'Coverage probability of the interval in percent, above 0 and below 100, such as `95.45`.',
    ),
    degrees_of_freedom: decimal('Effective degrees of freedom, at least 1. Defaults to infinity.'),
    confidence_level: text(
      40,
      'Coverage probability as text, as in older records: `95.45 %`. A percentage is used as `coverage_probability` if that is not sent.',
    ),
    budget_id: Type.Optional(
      Nullable(Uuid({ description: 'An uncertainty budget, instead of the other members.' })),
    ),
  },
  {
    $id: 'MeasurementUncertainty',
    description: 'The measurement uncertainty, either stated or computed from a budget of the procedure.',
  },
)
export type MeasurementUncertainty = Type.Static<typeof MeasurementUncertainty>

/** The value at which a point is measured. */
export const NominalValue = Closed(
  {
    value: DecimalString({ description: 'The number, with its significant digits.', examples: ['10.000'] }),
    unit: Text(UNIT_LENGTH_MAX, {
      minLength: 1,
      description: 'Unit symbol, as commonly written.',
      examples: ['V'],
    }),
  },
  { $id: 'NominalValue', description: 'The value at which the point is measured.' },
)
export type NominalValue = Type.Static<typeof NominalValue>

/** The conditions under which a point was measured. */
export const PointConditions = Closed(
  {
    direction: Type.Optional(
      Nullable(
        OneOf(pointDirections, {
          description: 'Whether the nominal value was approached from below or from above.',
        }),
      ),
    ),
    position: text(NAME_LENGTH_MAX, 'Position on the item, such as `corner 2`.'),
    text: text(REMARK_LENGTH_MAX, 'Other conditions, such as `f = 50 Hz, 120 mm immersed`.'),
  },
  { $id: 'PointConditions', description: 'Conditions under which the point is measured.' },
)
export type PointConditions = Type.Static<typeof PointConditions>
