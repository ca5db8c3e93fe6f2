import {
  AppCalibrationCreate,
  type CalibrationRecord,
  type CalibrationRecordWithMeasurements,
  type CalibrationType,
  calibrationTypes,
  type InstrumentCalibrationRecord,
  isStatedInstant,
  type MeasuredPhase,
  type Measurement,
  type MeasurementCreate,
  phaseFields,
  pointFieldsWhere,
  type PhaseCreate,
  type StatedCalibrationField,
  statedCalibrationFields,
  type StatedCalibrationInstant,
} from '@plumbline/contract'
import { withReadUnits } from '@plumbline/contract/tolerance'
import { clockInZone, instantInZone } from '../../base/zone-clock.ts'
import { fieldsOf, textsOf, type MeasuredFields } from '../../components/calibration-record/record-units.ts'
import { limitsOf } from '../../components/form/limits.ts'

/** Members of a record that the API accepts as typed. */
export const textFields = statedCalibrationFields.filter(
  (name): name is Exclude<StatedCalibrationField, StatedCalibrationInstant> => !isStatedInstant(name),
)

/** Members with local times in the workspace's zone, in the format of inputs: `2026-11-21T14:03`. */
const timeFields = statedCalibrationFields.filter(isStatedInstant)

/** A field of the form. */
export type RecordField =
  | StatedCalibrationField
  /** The ID of a member. */
  | 'performed_by'
  /** `true`, `false`, or blank to derive it from the scope of accreditation. */
  | 'accredited'
  | 'correction_reason'

/** The values of the form: every field as typed text. */
export type RecordValues = Readonly<Record<RecordField, string>>

/** A form without entries. */
export const emptyRecord: RecordValues = Object.fromEntries(
  [...textFields, ...timeFields, 'performed_by', 'accredited', 'correction_reason'].map((name) => [name, '']),
) as Record<RecordField, string>

/**
 * Returns a recorded calibration as values of the form.
 * @param performerId ID of the person who performed it; null for the system
 */
export function valuesOfRecord(
  record: CalibrationRecord,
  zone: string,
  performerId: string | null = null,
): RecordValues {
  const texts = Object.fromEntries(textFields.map((name) => [name, record[name] ?? '']))
  const times = Object.fromEntries(
    timeFields.map((name) => [name, record[name] === null ? '' : clockInZone(record[name], zone)]),
  )
  return { ...emptyRecord, ...texts, ...times, performed_by: performerId ?? '' }
}

/** Returns the entries as they are saved: numbers without a unit get the unit that applies to them. */
export function valuesWithUnits(values: RecordValues, unitOfMeasure: string | null): RecordValues {
  return { ...values, ...statedWithUnits(values, unitOfMeasure) }
}

/** Returns the last record for a new form, with explicit units, because the instrument's unit may have changed. */
export function recordToCarry(last: InstrumentCalibrationRecord): CalibrationRecord {
  return { ...last, ...statedWithUnits(last, last.unit_of_measure) }
}

/** Adds a unit to a text, unless that would exceed the maximum length. */
function statedWithUnits<Text extends string | null>(
  fields: MeasuredFields<Text>,
  unitOfMeasure: string | null,
): MeasuredFields<Text | string> {
  const stated = fieldsOf(withReadUnits(textsOf(fields), unitOfMeasure))
  const fitting = Object.entries(stated).filter(([name, text]) => fits(name, text))
  return { ...fieldsOf(textsOf(fields)), ...Object.fromEntries(fitting) }
}

function fits(name: string, text: string | null): boolean {
  const { maxLength = Infinity } = limitsOf(AppCalibrationCreate, name)
  return Array.from(text ?? '').length <= maxLength
}

/** Returns the entries with the workspace's default for a blank decision rule, as the server records them. */
export function withDefaultRule(values: RecordValues, defaultRule: string | null): RecordValues {
  return values.decision_rule.trim() === '' && defaultRule !== null
    ? { ...values, decision_rule: defaultRule }
    : values
}

/**
 * Returns the request body of a form: blank fields are omitted, all others are sent exactly as typed.
 * @param recorded a record that is corrected: an unchanged time keeps its exact instant
 */
export function bodyOf(
  values: RecordValues,
  zone: string,
  recorded: CalibrationRecord | null = null,
): Record<string, string | boolean> {
  const texts = [...textFields, 'performed_by' as const, 'correction_reason' as const].map(
    (name) => [name, values[name]] as const,
  )
  const times = timeFields.map((name) => [name, instantOf(values[name], zone, recorded?.[name])] as const)
  const { accredited } = values
  return {
    ...Object.fromEntries([...texts, ...times].filter(([, value]) => value.trim() !== '')),
    ...(accredited !== '' && { accredited: accredited === 'true' }),
  }
}

/** Returns the type of the calibration, or undefined if it is unknown. */
export function calibrationTypeOf({ calibration_type: word }: RecordValues): CalibrationType | undefined {
  return calibrationTypes.find((type) => type === word)
}

/** Returns the fields that differ from the recorded ones. */
export function changedFields(before: RecordValues, after: RecordValues): RecordField[] {
  return [...textFields, 'performed_by' as const, 'accredited' as const, ...timeFields].filter(
    (name) => before[name] !== after[name],
  )
}

function instantOf(clock: string, zone: string, recorded: string | null | undefined): string {
  if (clock === '') return ''
  if (recorded && clockInZone(recorded, zone) === clock) return recorded
  const [date = '', time = ''] = clock.split('T')
  return instantInZone(date, time, zone)
}

/** Returns the points of a record for its correction; an empty object for a record with a single reading. */
export function carriedPoints({ measurements }: Pick<CalibrationRecordWithMeasurements, 'measurements'>): {
  measurements?: MeasurementCreate[]
} {
  return measurements.length === 0 ? {} : { measurements: measurements.map(statedPoint) }
}

/** Returns a recorded point as a request states it. */
export function statedPoint({
  as_found: asFound,
  as_left: asLeft,
  final_phase: _final,
  decision: _decision,
  ...stated
}: Measurement): MeasurementCreate {
  const { budget_id: budgetId } = stated.uncertainty ?? {}
  return {
    ...stated,
    // The budget is computed again, because its contributors can depend on readings.
    ...(budgetId && { uncertainty: { budget_id: budgetId } }),
    as_found: asFound && statedPhase(asFound, stated),
    as_left: asLeft && statedPhase(asLeft, stated),
  }
}

const statedNames = pointFieldsWhere(phaseFields, ({ statedBy }) => statedBy === 'request')

/** Returns a recorded phase as a request states it, without a reference value that follows from the point. */
export function statedPhase(
  phase: MeasuredPhase,
  { reads, nominal }: Pick<Measurement, 'reads' | 'nominal'>,
): PhaseCreate {
  const members = statedNames.flatMap((name) => {
    const value = phase[name]
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
    const follows = name === 'reference' && (reads === 'standard' || value === nominal?.value)
    return isEmpty || follows ? [] : [[name, value]]
  })
  return Object.fromEntries(members) as PhaseCreate // Each is a member that requests state.
}
