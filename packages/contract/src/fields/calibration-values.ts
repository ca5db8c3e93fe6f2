import {
  calibrationFields,
  type CalibrationField,
  type CalibrationValueOfKind,
  type RecordPart,
} from './calibration.ts'
import { camelCase, type CamelCase } from './names.ts'

type Fields = typeof calibrationFields

/** A field of calibration records, by its name in the API. */
export type CalibrationFieldName = keyof Fields

type NamesWith<Attributes> = {
  [Name in CalibrationFieldName]: Fields[Name] extends Attributes ? Name : never
}[CalibrationFieldName]

/** A field that is stated in a body. */
export type StatedCalibrationField = NamesWith<{ statedBy: 'body' | 'app' }>

/** A field that is shown in a part of a record. */
export type ShownCalibrationField = NamesWith<{ part: RecordPart }>

/** An instant that is stated in a body. */
export type StatedCalibrationInstant = StatedCalibrationField & NamesWith<{ kind: 'instant' }>

/** A field among the first columns of exported records. */
export type CalibrationFileField = NamesWith<{ inFile: true }>

type ValueOf<Field extends { readonly kind: keyof CalibrationValueOfKind }> = Field extends {
  readonly required: true
}
  ? CalibrationValueOfKind[Field['kind']]
  : CalibrationValueOfKind[Field['kind']] | null

type ValuesOf<Names extends CalibrationFieldName> = {
  [Name in Names as CamelCase<Name>]: ValueOf<Fields[Name]>
}

/** The stated fields of a calibration, by the members of rows; instants in API format. */
export type StatedCalibration = ValuesOf<StatedCalibrationField>

/** All fields with their values, by the members of rows. */
export type CalibrationFieldValues = ValuesOf<CalibrationFieldName>

/** All fields with their values, by their names in the API. */
export type CalibrationMembers = { [Name in CalibrationFieldName]: ValueOf<Fields[Name]> }

/** The fields, in the order of the table. */
export const calibrationFieldNames = Object.keys(calibrationFields) as CalibrationFieldName[]

/** The fields that are stated in bodies, in the order of the table. */
export const statedCalibrationFields = calibrationFieldNames.filter(
  (name): name is StatedCalibrationField => calibrationField(name).statedBy !== 'server',
)

/** The fields that are shown in parts of a record, in the order of the table. */
export const shownCalibrationFields = calibrationFieldNames.filter(
  (name): name is ShownCalibrationField => calibrationField(name).part !== undefined,
)

/** The first columns of exported records, in the order of the table. */
export const calibrationFileFields = calibrationFieldNames.filter(
  (name): name is CalibrationFileField => calibrationField(name).inFile === true,
)

/** Whether a field that is stated in a body is an instant. */
export function isStatedInstant(name: StatedCalibrationField): name is StatedCalibrationInstant {
  return calibrationFields[name].kind === 'instant'
}

/** Returns the table entry of a field. */
export function calibrationField(name: CalibrationFieldName): CalibrationField {
  return calibrationFields[name]
}

/** Returns the row member that contains a field. */
export function calibrationMember<Name extends CalibrationFieldName>(name: Name): CamelCase<Name> {
  return camelCase(name)
}
