import {
  calibrationFields,
  type CalibrationField,
  type CalibrationValueOfKind,
  type RecordPart,
} from './calibration.ts'
import { camelCase, type CamelCase } from './names.ts'

type Fields = typeof calibrationFields

/** A field of calibration records, as the API names it. */
export type CalibrationFieldName = keyof Fields

type NamesWith<Attributes> = {
  [Name in CalibrationFieldName]: Fields[Name] extends Attributes ? Name : never
}[CalibrationFieldName]

/** A field that a body states. */
export type StatedCalibrationField = NamesWith<{ statedBy: 'body' | 'app' }>

/** A field that a part of a record shows. */
export type ShownCalibrationField = NamesWith<{ part: RecordPart }>

/** An instant that a body states. */
export type StatedCalibrationInstant = StatedCalibrationField & NamesWith<{ kind: 'instant' }>

/** A field among the first columns of records as a file. */
export type CalibrationFileField = NamesWith<{ inFile: true }>

type ValueOf<Field extends { readonly kind: keyof CalibrationValueOfKind }> = Field extends {
  readonly required: true
}
  ? CalibrationValueOfKind[Field['kind']]
  : CalibrationValueOfKind[Field['kind']] | null

type ValuesOf<Names extends CalibrationFieldName> = {
  [Name in Names as CamelCase<Name>]: ValueOf<Fields[Name]>
}

/** What a body states of a calibration, by the members of rows; instants as the API writes them. */
export type StatedCalibration = ValuesOf<StatedCalibrationField>

/** All fields with their values, by the members of rows. */
export type CalibrationFieldValues = ValuesOf<CalibrationFieldName>

/** All fields with their values, as the API names them. */
export type CalibrationMembers = { [Name in CalibrationFieldName]: ValueOf<Fields[Name]> }

/** The fields, in the order of the table. */
export const calibrationFieldNames = Object.keys(calibrationFields) as CalibrationFieldName[]

/** The fields that bodies state, in the order of the table. */
export const statedCalibrationFields = calibrationFieldNames.filter(
  (name): name is StatedCalibrationField => calibrationField(name).statedBy !== 'server',
)

/** The fields that parts of a record show, in the order of the table. */
export const shownCalibrationFields = calibrationFieldNames.filter(
  (name): name is ShownCalibrationField => calibrationField(name).part !== undefined,
)

/** The first columns of records as a file, in the order of the table. */
export const calibrationFileFields = calibrationFieldNames.filter(
  (name): name is CalibrationFileField => calibrationField(name).inFile === true,
)

/** Whether a field that a body states is an instant. */
export function isStatedInstant(name: StatedCalibrationField): name is StatedCalibrationInstant {
  return calibrationFields[name].kind === 'instant'
}

/** Returns what the table says of a field. */
export function calibrationField(name: CalibrationFieldName): CalibrationField {
  return calibrationFields[name]
}

/** Returns the row member that contains a field. */
export function calibrationMember<Name extends CalibrationFieldName>(name: Name): CamelCase<Name> {
  return camelCase(name)
}
