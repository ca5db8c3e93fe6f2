import { Type, type TSchema, type TSchemaOptions } from 'typebox'
import { pointFieldsWhere, type PointField, type PointValueOfKind } from '../fields/point-field.ts'
import {
  decisionOutcomes,
  pointJudgements,
  pointPhases,
  pointReadings,
  pointVerdicts,
} from '../fields/point-words.ts'
import { DecimalString, Nullable, OneOf, Text, Uuid } from '../shared/values.ts'
import {
  MeasurementTolerance,
  MeasurementUncertainty,
  NominalValue,
  PointConditions,
} from './point-values.ts'

type Table = Readonly<Record<string, PointField>>

/** Kinds whose members are in separate tables, and whose forms differ between requests and responses. */
type NestedKind = 'readings' | 'phase' | 'decision'

/** The schemas of those kinds, as one side has them. */
type NestedSchemas = Readonly<Partial<Record<NestedKind, TSchema>>>

const structured = {
  nominal: NominalValue,
  tolerance: MeasurementTolerance,
  conditions: PointConditions,
  uncertainty: MeasurementUncertainty,
} as const

type Value<Kind, Nested extends NestedSchemas> = Kind extends keyof PointValueOfKind
  ? PointValueOfKind[Kind]
  : Kind extends keyof typeof structured
    ? Type.Static<(typeof structured)[Kind]>
    : Kind extends keyof Nested
      ? Nested[Kind] extends TSchema
        ? Type.Static<Nested[Kind]>
        : never
      : never

type StatedSchemas<Fields extends Table, Nested extends NestedSchemas> = {
  -readonly [
    Name in keyof Fields as Fields[Name]['statedBy'] extends 'request' ? Name : never
  ]: Type.TOptional<Type.TUnsafe<Value<Fields[Name]['kind'], Nested> | null>>
}

type ReadSchemas<Fields extends Table, Nested extends NestedSchemas> = {
  -readonly [Name in keyof Fields]: Type.TUnsafe<
    Value<Fields[Name]['kind'], Nested> | (Fields[Name] extends { required: true } ? never : null)
  >
}

/** Returns the request members of a table, all optional. */
export function statedSchemas<Fields extends Table, Nested extends NestedSchemas>(
  table: Fields,
  nested: Nested,
): StatedSchemas<Fields, Nested> {
  const names = pointFieldsWhere(table, ({ statedBy }) => statedBy === 'request')
  const members = names.map((name) => {
    const schema = valueSchema(table[name]!, nested, (described) => DecimalString(described))
    return [name, Type.Optional(Nullable(schema))]
  })
  return Object.fromEntries(members) as StatedSchemas<Fields, Nested> // Each of them was made.
}

/** Returns the members of a table as responses have them: all of them, and numbers with all digits that were computed. */
export function readSchemas<Fields extends Table, Nested extends NestedSchemas>(
  table: Fields,
  nested: Nested,
): ReadSchemas<Fields, Nested> {
  const members = Object.entries<PointField>(table).map(([name, field]) => {
    const schema = valueSchema(field, nested, (described) => Type.String(described))
    return [name, field.required ? schema : Nullable(schema)]
  })
  return Object.fromEntries(members) as ReadSchemas<Fields, Nested> // Each of them was made.
}

const words = {
  reads: pointReadings,
  judgement: pointJudgements,
  verdict: pointVerdicts,
  phase_name: pointPhases,
  outcome: decisionOutcomes,
} as const

function valueSchema(
  field: PointField,
  nested: NestedSchemas,
  decimal: (described: TSchemaOptions) => TSchema,
): TSchema {
  const described = field.description === undefined ? {} : { description: field.description }
  switch (field.kind) {
    case 'text':
      return Text(field.maxLength, { ...described, ...(field.notBlank ? { minLength: 1 } : {}) })
    case 'decimal':
      return decimal(described)
    case 'number':
      return Type.Number(described)
    case 'flag':
      return Type.Boolean(described)
    case 'id':
      return Uuid(described)
    case 'nominal':
    case 'tolerance':
    case 'conditions':
    case 'uncertainty':
      return structured[field.kind]
    case 'readings':
    case 'phase':
    case 'decision':
      return { ...nested[field.kind]!, ...described }
    default:
      return OneOf(words[field.kind], described)
  }
}
