import { because, CUSTOM_FIELDS_MAX, type InstrumentCreate, type InstrumentUpdate } from '@plumbline/contract'
import { invalidField } from '../../platform/errors.ts'
import type { InstrumentRow, StatedFields } from './instrument.ts'
import { mergeLabels, type Labels } from './rules/custom-fields.ts'

/** Fields that the app takes beyond those of the public API. Absent leaves a setting as it is. */
export interface InstrumentSettings {
  site_id?: string
  /** A location of the site; null takes the instrument out of its location. */
  location_id?: string | null
  grace_days?: number | null
  /** Null: the workspace's setting holds. */
  warning_days?: number | null
  requires_electronic_signature_override?: boolean | null
  /** Set and cleared by admins and managers alone. */
  is_quarantined?: boolean
  method?: string | null
}

/** What an instrument is entered with: the public body, and in the app the settings beside it. */
export type NewInstrumentBody = InstrumentCreate & InstrumentSettings

/** What changes of an instrument: the public body, and in the app the settings beside it. */
export type InstrumentChangeBody = InstrumentUpdate & InstrumentSettings

/** Nullable fields by their names in a body. */
const nullableFields = {
  manufacturer: 'manufacturer',
  model: 'model',
  category: 'category',
  department: 'department',
  location: 'location',
  tolerance_spec: 'toleranceSpec',
  notes: 'notes',
  unit_of_measure: 'unitOfMeasure',
  method: 'method',
  grace_days: 'graceDays',
  warning_days: 'warningDays',
  requires_electronic_signature_override: 'requiresElectronicSignatureOverride',
} as const satisfies Partial<Record<keyof InstrumentChangeBody, keyof StatedFields>>

type NullableName = keyof typeof nullableFields

/** Fields of a new instrument, its place aside. */
export function fieldsOfNewBody(body: NewInstrumentBody): Omit<StatedFields, 'siteId' | 'locationId'> {
  return {
    manufacturer: null,
    model: null,
    category: null,
    department: null,
    location: null,
    toleranceSpec: null,
    notes: null,
    unitOfMeasure: null,
    method: null,
    graceDays: null,
    warningDays: null,
    requiresElectronicSignatureOverride: null,
    ...nullableFieldsOf(body),
    assetTag: body.asset_tag,
    name: body.name,
    serialNumber: serialNumberOf(body.serial_number),
    isReferenceStandard: body.is_reference_standard ?? false,
    calibrationIntervalValue: body.calibration_interval_value,
    calibrationIntervalUnit: body.calibration_interval_unit ?? 'months',
    customFields: withinLimit(mergeLabels({}, body.customFields ?? {})),
  }
}

/**
 * Fields that a body sets, its place aside. Null clears a nullable field and changes nothing of any
 * other (decisions, section 5).
 * @throws 422 VALIDATION_ERROR when more labels than an instrument may carry would result
 */
export function fieldsOfBody(row: InstrumentRow, body: InstrumentChangeBody): Partial<StatedFields> {
  return {
    ...nullableFieldsOf(body),
    ...(body.serial_number !== undefined && { serialNumber: serialNumberOf(body.serial_number) }),
    name: body.name ?? row.name,
    isReferenceStandard: body.is_reference_standard ?? row.isReferenceStandard,
    calibrationIntervalValue: body.calibration_interval_value ?? row.calibrationIntervalValue,
    calibrationIntervalUnit: body.calibration_interval_unit ?? row.calibrationIntervalUnit,
    ...(body.customFields && {
      customFields: withinLimit(mergeLabels(row.customFields, body.customFields)),
    }),
  }
}

function nullableFieldsOf(body: Partial<Pick<InstrumentChangeBody, NullableName>>): Partial<StatedFields> {
  const sent = (Object.keys(nullableFields) as NullableName[]).filter((name) => body[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [nullableFields[name], body[name]]))
}

/** A blank serial number is none; it was trimmed when the body was read. */
function serialNumberOf(sent: string | null | undefined): string | null {
  return sent === undefined || sent === '' ? null : sent
}

function withinLimit(labels: Labels): Labels {
  if (Object.keys(labels).length <= CUSTOM_FIELDS_MAX) return labels
  throw invalidField(
    'customFields',
    because('field.too_many_labels', { limit: CUSTOM_FIELDS_MAX }),
    'too_many',
  )
}
