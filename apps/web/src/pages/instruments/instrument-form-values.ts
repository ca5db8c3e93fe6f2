import {
  optionalTexts,
  type AppInstrument,
  type AppInstrumentCreate,
  type OptionalText,
} from '@plumbline/contract'
import { rebase } from '../../components/form/rebase.ts'
import { wholeNumber } from '../../components/form/whole-number.ts'
import { ofTexts } from '../../components/instrument-fields/of-texts.ts'

/** The values of the form: texts as typed, so that nothing is lost. */
export interface InstrumentFormValues extends Record<OptionalText, string> {
  asset_tag: string
  name: string
  /** Initial status of a new instrument; changes to it have their own dialog. */
  status: string
  is_reference_standard: boolean
  calibration_interval_value: string
  calibration_interval_unit: string
  calibration_interval_change_reason: string
  last_calibration_date: string
  site_id: string
  location_id: string
  /** Empty for nobody. */
  responsible_id: string
  grace_days: string
  warning_days: string
  requires_electronic_signature_override: '' | 'true' | 'false'
  customFields: CustomFieldRow[]
}

/** One label and its value; the key keeps rows apart while they are typed in. */
export interface CustomFieldRow {
  key: number
  label: string
  value: string
}

/** Whole numbers that an empty field leaves to the workspace. */
const dayCounts = ['grace_days', 'warning_days'] as const

/** A yearly schedule is what most instruments have. */
export const emptyValues: InstrumentFormValues = {
  asset_tag: '',
  name: '',
  status: 'active',
  ...ofTexts(() => ''),
  is_reference_standard: false,
  calibration_interval_value: '12',
  calibration_interval_unit: 'months',
  calibration_interval_change_reason: '',
  last_calibration_date: '',
  site_id: '',
  location_id: '',
  responsible_id: '',
  grace_days: '',
  warning_days: '',
  requires_electronic_signature_override: '',
  customFields: [],
}

/** An instrument as the form shows it. */
export function valuesOf(instrument: AppInstrument): InstrumentFormValues {
  const override = instrument.requires_electronic_signature_override
  return {
    ...emptyValues,
    ...ofTexts((name) => instrument[name] ?? ''),
    asset_tag: instrument.asset_tag ?? '',
    name: instrument.name ?? '',
    status: instrument.status ?? '',
    is_reference_standard: instrument.is_reference_standard,
    calibration_interval_value: String(instrument.calibration_interval_value ?? ''),
    calibration_interval_unit: instrument.calibration_interval_unit ?? 'months',
    site_id: instrument.site_id ?? '',
    location_id: instrument.location_id ?? '',
    responsible_id: instrument.responsible_id ?? '',
    grace_days: String(instrument.grace_days ?? ''),
    warning_days: String(instrument.warning_days ?? ''),
    requires_electronic_signature_override: override === null ? '' : override ? 'true' : 'false',
    customFields: Object.entries(instrument.customFields).map(([label, value], key) => ({
      key,
      label,
      value,
    })),
  }
}

/** A new instrument like another one: without what belongs to that one alone. */
export function valuesLike(values: InstrumentFormValues): InstrumentFormValues {
  return { ...values, asset_tag: '', serial_number: '', last_calibration_date: '', notes: '' }
}

/** The body that creates an instrument: empty fields are left to the API's defaults. */
export function createBody(
  values: InstrumentFormValues,
  instantOf: (date: string) => string,
): AppInstrumentCreate {
  const filled = optionalTexts
    .filter((name) => values[name].trim() !== '')
    .map((name) => [name, values[name]] as const)
  const body = {
    asset_tag: values.asset_tag,
    name: values.name,
    ...Object.fromEntries(filled),
    is_reference_standard: values.is_reference_standard,
    ...(values.status !== 'active' && { status: values.status }),
    calibration_interval_value: hasNoInterval(values) ? null : wholeNumber(values.calibration_interval_value),
    calibration_interval_unit: values.calibration_interval_unit,
    ...(values.last_calibration_date !== '' && {
      last_calibration_date: instantOf(values.last_calibration_date),
    }),
    ...(values.site_id !== '' && { site_id: values.site_id }),
    ...(values.location_id !== '' && { location_id: values.location_id }),
    ...(values.responsible_id !== '' && { responsible_id: values.responsible_id }),
    ...Object.fromEntries(
      dayCounts.filter((name) => values[name] !== '').map((name) => [name, wholeNumber(values[name])]),
    ),
    ...(values.requires_electronic_signature_override !== '' && {
      requires_electronic_signature_override: values.requires_electronic_signature_override === 'true',
    }),
    ...(values.customFields.length > 0 && { customFields: labelsOf(values.customFields) }),
  }
  // Numbers and tokens are sent as typed: the server refuses invalid ones, and names the field.
  return body as AppInstrumentCreate
}

/** Whether an instrument that only serves as a reference is to have no interval. */
function hasNoInterval({ status, calibration_interval_value: interval }: InstrumentFormValues): boolean {
  return status === 'REFERENCE_ONLY' && interval.trim() === ''
}

/** Returns the request body that changes an instrument: only the members that differ from those read. */
export function updateBody(
  before: InstrumentFormValues,
  after: InstrumentFormValues,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  if (after.name !== before.name) body['name'] = after.name
  for (const name of optionalTexts) {
    if (after[name] !== before[name]) body[name] = after[name].trim() === '' ? null : after[name]
  }
  for (const name of dayCounts) {
    if (after[name] !== before[name]) body[name] = after[name] === '' ? null : wholeNumber(after[name])
  }
  if (after.is_reference_standard !== before.is_reference_standard) {
    body['is_reference_standard'] = after.is_reference_standard
  }
  if (intervalDiffers(before, after)) {
    body['calibration_interval_value'] = wholeNumber(after.calibration_interval_value)
    body['calibration_interval_unit'] = after.calibration_interval_unit
    if (after.calibration_interval_change_reason.trim() !== '') {
      body['calibration_interval_change_reason'] = after.calibration_interval_change_reason
    }
  }
  if (after.site_id !== before.site_id) body['site_id'] = after.site_id
  if (after.location_id !== before.location_id) {
    body['location_id'] = after.location_id === '' ? null : after.location_id
  }
  if (after.responsible_id !== before.responsible_id) {
    body['responsible_id'] = after.responsible_id === '' ? null : after.responsible_id
  }
  const override = after.requires_electronic_signature_override
  if (override !== before.requires_electronic_signature_override) {
    body['requires_electronic_signature_override'] = override === '' ? null : override === 'true'
  }
  const labels = changedLabels(before.customFields, after.customFields)
  if (Object.keys(labels).length > 0) body['customFields'] = labels
  return body
}

/** Whether the schedule changes, which asks for a reason. */
export function intervalDiffers(before: InstrumentFormValues, after: InstrumentFormValues): boolean {
  return (
    before.calibration_interval_value !== after.calibration_interval_value ||
    before.calibration_interval_unit !== after.calibration_interval_unit
  )
}

/**
 * Applies typed values to a version that another user has saved meanwhile. Custom fields are changed independently of each
 * other: the labels that were not changed here take the newer value, and so stay those that the other user has added.
 */
export function rebaseInstrument(
  before: InstrumentFormValues,
  typed: InstrumentFormValues,
  newer: InstrumentFormValues,
): InstrumentFormValues {
  const changed = changedLabels(before.customFields, typed.customFields)
  const labels = Object.entries({ ...labelsOf(newer.customFields), ...changed })
  // A label without a value was removed, unless its value is yet to be typed.
  const kept = labels.filter(
    ([label, value]) => value !== '' || typed.customFields.some((row) => row.label === label),
  )
  const unnamed = typed.customFields.filter(({ label }) => label === '')
  const rows = [...kept.map(([label, value]) => ({ label, value })), ...unnamed]
  return {
    ...rebase(before, typed, newer),
    customFields: rows.map(({ label, value }, key) => ({ key, label, value })),
  }
}

/** Returns labels that were added or changed, and with an empty value those that were removed. */
export function changedLabels(before: CustomFieldRow[], after: CustomFieldRow[]): Record<string, string> {
  const old = labelsOf(before)
  const now = labelsOf(after)
  const gone = Object.keys(old).filter((label) => !Object.hasOwn(now, label))
  const changed = Object.entries(now).filter(([label, value]) => old[label] !== value)
  return Object.fromEntries([...gone.map((label) => [label, '']), ...changed])
}

function labelsOf(rows: CustomFieldRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.filter(({ label }) => label !== '').map(({ label, value }) => [label, value]),
  )
}
