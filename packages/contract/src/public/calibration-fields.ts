import { Type, type TSchema } from 'typebox'
import { calibrationTypes, type calibrationFields, type CalibrationType } from '../fields/calibration.ts'
import {
  calibrationField,
  calibrationFieldNames,
  type CalibrationFieldName,
  type CalibrationMembers,
} from '../fields/calibration-values.ts'
import { calibrationDescriptions } from './calibration-descriptions.ts'
import { calibrationResults, type CalibrationResult } from '../shared/calibration-result.ts'
import { CalendarDate, Nullable, OneOf, Text, Timestamp, Uuid } from '../shared/values.ts'

type Fields = typeof calibrationFields

type ReadValue<Kind> = Kind extends 'flag' ? boolean : Kind extends 'count' ? number : string

type FieldsRead = {
  [Name in CalibrationFieldName]: Type.TUnsafe<ReadValue<Fields[Name]['kind']> | null>
}

/**
 * Returns the members of records in responses. New values may be added, so enumerated members are strings.
 */
export function fieldsRead(): FieldsRead {
  const members = calibrationFieldNames.map((name) => [name, Nullable(readSchema(name))] as const)
  return Object.fromEntries(members) as FieldsRead // Each field was read.
}

/** The schema of a field in request bodies; a blank result is treated as missing. */
type WrittenValue<Kind> = Kind extends 'result'
  ? CalibrationResult | '' | null
  : Kind extends 'type'
    ? CalibrationType | null
    : string | null

type FieldsWritten<StatedBy> = {
  [Name in CalibrationFieldName as Fields[Name]['statedBy'] extends StatedBy ? Name : never]: Type.TOptional<
    Type.TUnsafe<WrittenValue<Fields[Name]['kind']>>
  >
}

/** Returns the members of each body, or those that the application's bodies have in addition. */
export function fieldsWritten<StatedBy extends 'body' | 'app'>(statedBy: StatedBy): FieldsWritten<StatedBy> {
  const names = calibrationFieldNames.filter((name) => calibrationField(name).statedBy === statedBy)
  const members = names.map((name) => [name, Type.Optional(writtenSchema(name))] as const)
  return Object.fromEntries(members) as FieldsWritten<StatedBy> // Each of them was written.
}

/** The fields with their values in the examples. */
export const calibrationExamples = Object.fromEntries(
  calibrationFieldNames.map((name) => [name, calibrationField(name).example ?? null]),
) as CalibrationMembers

function readSchema(name: CalibrationFieldName): TSchema {
  const field = calibrationField(name)
  const described = { description: descriptionOf(name, 'record') }
  if (field.kind === 'id') return Uuid(described)
  if (field.kind === 'instant') return Timestamp(described)
  if (field.kind === 'date') return CalendarDate(described)
  if (field.kind === 'count') return Type.Integer(described)
  return field.kind === 'flag' ? Type.Boolean(described) : Type.String(described)
}

function writtenSchema(name: CalibrationFieldName): TSchema {
  const field = calibrationField(name)
  const described = { description: descriptionOf(name, 'body') }
  if (field.kind === 'result') return resultWritten
  if (field.kind === 'type') return Nullable(OneOf(calibrationTypes, described))
  if (field.kind === 'id') return Nullable(Uuid(described))
  if (field.kind === 'instant') return Nullable(Timestamp(described))
  if (field.kind === 'date') return Nullable(CalendarDate(described))
  if (field.kind === 'text' && field.maxLength !== undefined) {
    return Nullable(Text(field.maxLength, described))
  }
  throw new Error(`no body states a ${field.kind} without a limit`)
}

/** A blank result counts as missing, which the field requirements refuse; any other text is an unknown result. */
const resultWritten = Type.Unsafe<CalibrationResult | '' | null>({
  type: ['string', 'null'],
  if: { type: 'string', pattern: '\\S' },
  // oxlint-disable-next-line unicorn/no-thenable
  then: { enum: [...calibrationResults] },
  description: `One of ${calibrationResults.join(', ')}. Required, as GET /standards/field-requirements says.`,
  examples: ['PASS'],
})

function descriptionOf(name: CalibrationFieldName, schema: 'record' | 'body'): string {
  const description = calibrationDescriptions[name]
  return typeof description === 'string' ? description : description[schema]
}
