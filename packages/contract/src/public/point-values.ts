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

/** What the limit of one side consists of, each term as a magnitude. */
export const ToleranceTerms = Closed(
  {
    absolute: decimal('Fixed term, in `unit`.'),
    unit: text(
      UNIT_LENGTH_MAX,
      'Unit of `absolute`: that of the nominal value unless it is sent, the same with another SI prefix, or K where the nominal value is in °C.',
    ),
    percent_of_reading: decimal('Percentage of the indication of the item.'),
    percent_of_nominal: decimal('Percentage of the nominal value.'),
    percent_of_span: decimal('Percentage of `span`, which is required with it.'),
    counts: decimal('Steps of the display: times `resolution`, which is required with it.'),
    combine: Type.Optional(
      Nullable(
        OneOf(termCombinations, {
          description: '`sum`, unless it is sent: the terms add up. `greatest`: the greatest one counts.',
        }),
      ),
    ),
  },
  {
    $id: 'ToleranceTerms',
    description: 'Terms of one limit, as magnitudes. At least one is required, and none is negative.',
  },
)
export type ToleranceTerms = Type.Static<typeof ToleranceTerms>

/** Limits of the indication itself, whatever the nominal value. */
export const ToleranceLimits = Closed(
  {
    lower: decimal('Least indication within tolerance; null without a limit below.'),
    upper: decimal('Greatest indication within tolerance; null without a limit above.'),
    unit: text(UNIT_LENGTH_MAX, 'That of the nominal value unless it is sent.'),
  },
  {
    $id: 'ToleranceLimits',
    description: 'Absolute limits of the indication, as of a gauge with 9.980 mm and 9.993 mm for 10 mm.',
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
      Nullable(Text(REMARK_LENGTH_MAX, { minLength: 1, description: 'Judged by a person: `Class M3`.' })),
    ),
  },
  {
    $id: 'MeasurementTolerance',
    description:
      'Either `symmetric`, or `upper` and `lower`, of which a null one sets no limit on its side, or `limits`, or `text`.',
  },
)
export type MeasurementTolerance = Type.Static<typeof MeasurementTolerance>

/** The uncertainty of the measurement at a point. */
export const MeasurementUncertainty = Closed(
  {
    expanded: decimal('Expanded uncertainty U; not negative. Either it or `relative_percent` is required.'),
    relative_percent: decimal(
      'Expanded uncertainty in percent of the reference value, in place of `expanded`.',
    ),
    coverage_factor: decimal('k: required with an expanded uncertainty, and greater than 0.'),
    unit: Type.Optional(
      Nullable(
        Text(UNIT_LENGTH_MAX, {
          description:
            'That of the nominal value when it is not sent, the same unit with another SI prefix, K where the nominal value is in °C, or `ppm` of the reference value.',
          examples: ['mV'],
        }),
      ),
    ),
    coverage_probability: decimal(
      'Coverage probability of the interval in percent, above 0 and below 100: `95.45`.',
    ),
    degrees_of_freedom: decimal(
      'Effective degrees of freedom, at least 1; infinitely many when it is not sent.',
    ),
    confidence_level: text(
      40,
      'Coverage probability in words, as older records have it: `95.45 %`. A number of percent counts as `coverage_probability` where that is not sent.',
    ),
    budget_id: Type.Optional(
      Nullable(Uuid({ description: 'An uncertainty budget, in place of the other members.' })),
    ),
  },
  {
    $id: 'MeasurementUncertainty',
    description: 'The uncertainty of the measurement: stated, or by a budget of the procedure.',
  },
)
export type MeasurementUncertainty = Type.Static<typeof MeasurementUncertainty>

/** The value at which a point is measured. */
export const NominalValue = Closed(
  {
    value: DecimalString({ description: 'The number, with the digits that count.', examples: ['10.000'] }),
    unit: Text(UNIT_LENGTH_MAX, { minLength: 1, description: 'As people write it.', examples: ['V'] }),
  },
  { $id: 'NominalValue', description: 'The value at which the point is measured.' },
)
export type NominalValue = Type.Static<typeof NominalValue>

/** Under what a point was measured. */
export const PointConditions = Closed(
  {
    direction: Type.Optional(
      Nullable(
        OneOf(pointDirections, {
          description: 'Whether the nominal value was approached from below or from above.',
        }),
      ),
    ),
    position: text(NAME_LENGTH_MAX, 'Where on the item: `corner 2`.'),
    text: text(REMARK_LENGTH_MAX, 'What else held: `f = 50 Hz, 120 mm immersed`.'),
  },
  { $id: 'PointConditions', description: 'Under what the point is measured.' },
)
export type PointConditions = Type.Static<typeof PointConditions>
