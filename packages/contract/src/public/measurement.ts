import { Type, type TOptional, type TSchema } from 'typebox'
import { Closed, DecimalString, Nullable, Text, Uuid } from '../shared/values.ts'

/** Points that one record may hold, and one evaluation may ask for. */
export const MEASUREMENTS_MAX = 500

/** Points of an evaluation that count as one request in the rate limit. */
export const POINTS_COUNTED = 50

/** Repeated readings of one point, as found or as left. */
export const READINGS_MAX = 100

/** Longest text that names a function, a channel or a range of an instrument. */
export const NAME_LENGTH_MAX = 120

/** Longest unit, such as `kg·m^2/s^2`. */
export const UNIT_LENGTH_MAX = 40

/** Longest remark on a point, and longest tolerance that a person judges. */
export const REMARK_LENGTH_MAX = 1000

/** Longest name of a decision rule, as that of a record. */
export const DECISION_RULE_LENGTH_MAX = 120

const optional = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Text(maxLength, { description })))

const decimal = (description: string) => Type.Optional(Nullable(DecimalString({ description })))

/** What the limit of one side adds up from, each as a magnitude. */
export const ToleranceTerms = Closed(
  {
    absolute: decimal('In the unit of the nominal value.'),
    percent_of_reading: decimal('Of the mean of the readings.'),
    percent_of_nominal: decimal('Of the nominal value.'),
    percent_of_span: decimal('Of `span`, which is required with it.'),
    counts: decimal('Steps of the display: times `resolution`, which is required with it.'),
  },
  {
    $id: 'ToleranceTerms',
    description:
      'Terms of one limit, as magnitudes; they add up. At least one is required, and none is negative.',
  },
)
export type ToleranceTerms = Type.Static<typeof ToleranceTerms>

/** The tolerance of a point. */
export const MeasurementTolerance = Closed(
  {
    symmetric: Type.Optional(Nullable(ToleranceTerms)),
    upper: Type.Optional(Nullable(ToleranceTerms)),
    lower: Type.Optional(Nullable(ToleranceTerms)),
    text: Type.Optional(
      Nullable(Text(REMARK_LENGTH_MAX, { minLength: 1, description: 'Judged by a person: `Class M3`.' })),
    ),
  },
  {
    $id: 'MeasurementTolerance',
    description:
      'Either `symmetric`, or `upper` and `lower`, of which a null one sets no limit on its side, or `text`.',
  },
)
export type MeasurementTolerance = Type.Static<typeof MeasurementTolerance>

/** The readings of a point before or after adjustment. */
export const PhaseCreate = Closed(
  {
    readings: Type.Optional(
      Nullable(
        Type.Array(DecimalString(), {
          minItems: 1,
          maxItems: READINGS_MAX,
          description: 'Repeated readings in the unit of the nominal value, in their order.',
        }),
      ),
    ),
    not_applicable: Type.Optional(
      Nullable(
        Text(REMARK_LENGTH_MAX, {
          minLength: 1,
          description: 'Why there are none, in place of `readings`.',
          examples: ['new instrument'],
        }),
      ),
    ),
  },
  { $id: 'PhaseCreate' },
)
export type PhaseCreate = Type.Static<typeof PhaseCreate>

/** The uncertainty of the measurement at a point. */
export const MeasurementUncertainty = Closed(
  {
    expanded: decimal('Expanded uncertainty U; not negative.'),
    coverage_factor: decimal('k: required with `expanded`, and greater than 0.'),
    unit: Type.Optional(
      Nullable(
        Text(UNIT_LENGTH_MAX, {
          description:
            'That of the nominal value when it is not sent, or the same unit with another SI prefix.',
          examples: ['mV'],
        }),
      ),
    ),
    confidence_level: optional(40, 'Coverage probability of the interval: `95.45 %`.'),
    budget_id: Type.Optional(
      Nullable(Uuid({ description: 'An uncertainty budget, in place of the other members.' })),
    ),
  },
  { $id: 'MeasurementUncertainty' },
)
export type MeasurementUncertainty = Type.Static<typeof MeasurementUncertainty>

/** The value that a reading is compared with. */
export const NominalValue = Closed(
  {
    value: DecimalString({ examples: ['10.000'] }),
    unit: Text(UNIT_LENGTH_MAX, { minLength: 1, description: 'As people write it.', examples: ['V'] }),
  },
  { $id: 'NominalValue' },
)
export type NominalValue = Type.Static<typeof NominalValue>

const stated = (maxLength: number, description: string) => Nullable(Text(maxLength, { description }))

/** What request and response say of a point alike. */
export const measurementFields = {
  function: stated(NAME_LENGTH_MAX, 'What is measured: `DC voltage`.'),
  channel: stated(NAME_LENGTH_MAX, 'Of an instrument that has several.'),
  range: stated(NAME_LENGTH_MAX, 'The range that was set: `10 V`.'),
  nominal: Nullable(NominalValue),
  tolerance: Nullable(MeasurementTolerance),
  span: Nullable(DecimalString({ description: 'Of the range, in the unit of the nominal value.' })),
  resolution: Nullable(
    DecimalString({ description: 'One step of the display, in the unit of the nominal value.' }),
  ),
  point_id: Nullable(
    Uuid({
      description:
        'A point of the released procedure of the instrument; function, range, nominal value and tolerance may then be left out.',
    }),
  ),
  uncertainty: Nullable(MeasurementUncertainty),
  decision_rule: stated(DECISION_RULE_LENGTH_MAX, 'Of this point; it goes before any other one.'),
  standard_asset_id: Nullable(Uuid({ description: 'The instrument that was the standard at this point.' })),
  external: Type.Boolean({ description: 'Measured by another laboratory; false unless sent.' }),
  note: stated(REMARK_LENGTH_MAX, 'A remark on this point.'),
}

/** The same members, each of which a request may leave out. */
export function leftOut<Members extends Record<string, TSchema>>(members: Members) {
  const entries = Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof Members]: TOptional<Members[Name]> }
}

/** One point of a calibration as a request states it. */
export const MeasurementCreate = Closed(
  {
    ...leftOut(measurementFields),
    as_found: Type.Optional(Nullable(PhaseCreate)),
    as_left: Type.Optional(Nullable(PhaseCreate)),
  },
  { $id: 'MeasurementCreate' },
)
export type MeasurementCreate = Type.Static<typeof MeasurementCreate>

/** The points of one request, in their order. */
export const MeasurementList = Type.Array(MeasurementCreate, { minItems: 1, maxItems: MEASUREMENTS_MAX })
