import {
  because,
  CUSTOM_FIELDS_MAX,
  instrumentField,
  instrumentMember,
  optionalTexts,
  type AppInstrumentCreate,
  type AppInstrumentUpdate,
  type CamelCase,
  type InstrumentCreate,
  type InstrumentUpdate,
} from '@plumbline/contract'
import { invalidField } from '../../platform/errors.ts'
import type { InstrumentRow, StatedFields } from './instrument.ts'
import { mergeLabels, type Labels } from './rules/custom-fields.ts'

/** Fields that the app accepts in addition to those of the public API. An absent field leaves the setting unchanged. */
export type InstrumentSettings = Omit<AppInstrumentUpdate, keyof InstrumentUpdate>

/** The body of a new instrument: the public body, plus further settings in the app. */
export type NewInstrumentBody = Omit<InstrumentCreate, 'calibration_interval_value'> &
  Pick<AppInstrumentCreate, 'calibration_interval_value' | 'status'> &
  InstrumentSettings & {
    /** YYYY-MM-DD: the due date stated by its starting record, earlier than the one given by the interval. */
    readonly next_due_date?: string
  }

/** The body of a change of an instrument: the public body, plus further settings in the app. */
export type InstrumentChangeBody = InstrumentUpdate & InstrumentSettings

/** Fields that are stored as sent, and that null clears. */
const nullableFields = [
  ...optionalTexts,
  'grace_days',
  'warning_days',
  'requires_electronic_signature_override',
  'procedure_id',
  'point_overrides',
  'responsible_id',
] as const satisfies (keyof InstrumentChangeBody)[]

type NullableFields = Pick<StatedFields, CamelCase<(typeof nullableFields)[number]>>

const nothingSent = Object.fromEntries(
  nullableFields.map((name) => [instrumentMember(name), null]),
) as NullableFields // It has each of their members.

/** Returns the fields of a new instrument, except for its site and location. */
export function fieldsOfNewBody(body: NewInstrumentBody): Omit<StatedFields, 'siteId' | 'locationId'> {
  return {
    ...nothingSent,
    ...nullableFieldsOf(body),
    assetTag: body.asset_tag,
    name: body.name,
    isReferenceStandard: body.is_reference_standard ?? false,
    calibrationIntervalValue: body.calibration_interval_value ?? null,
    calibrationIntervalUnit: body.calibration_interval_unit ?? 'months',
    customFields: withinLimit(mergeLabels({}, body.customFields ?? {})),
  }
}

/**
 * Returns the fields that a body sets, except site and location. Null clears a nullable field and does not change any
 * other (decisions, section 5).
 * @throws 422 VALIDATION_ERROR if the instrument would have more labels than allowed
 */
export function fieldsOfBody(row: InstrumentRow, body: InstrumentChangeBody): Partial<StatedFields> {
  return {
    ...nullableFieldsOf(body),
    name: body.name ?? row.name,
    isReferenceStandard: body.is_reference_standard ?? row.isReferenceStandard,
    calibrationIntervalValue: body.calibration_interval_value ?? row.calibrationIntervalValue,
    calibrationIntervalUnit: body.calibration_interval_unit ?? row.calibrationIntervalUnit,
    ...(body.customFields && {
      customFields: withinLimit(mergeLabels(row.customFields, body.customFields)),
    }),
  }
}

function nullableFieldsOf(body: InstrumentChangeBody | NewInstrumentBody): Partial<NullableFields> {
  const sent = nullableFields.filter((name) => body[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [instrumentMember(name), valueOf(name, body[name])]))
}

/** Texts are trimmed when the body is read; an empty one counts as absent. IDs are stored in lowercase. */
function valueOf(name: (typeof nullableFields)[number], sent: unknown): unknown {
  const field = instrumentField(name)
  if (field.kind === 'id' && typeof sent === 'string') return sent.toLowerCase()
  return sent === '' && field.kind === 'text' && field.trimmed ? null : sent
}

function withinLimit(labels: Labels): Labels {
  if (Object.keys(labels).length <= CUSTOM_FIELDS_MAX) return labels
  throw invalidField(
    'customFields',
    because('field.too_many_labels', { limit: CUSTOM_FIELDS_MAX }),
    'too_many',
  )
}
