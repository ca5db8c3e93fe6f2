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

/** Texts and words of a record that the API takes as they were typed. */
export const textFields = statedCalibrationFields.filter(
  (name): name is Exclude<StatedCalibrationField, StatedCalibrationInstant> => !isStatedInstant(name),
)

/** Times of day in the workspace's zone, as inputs take them: `2026-11-21T14:03`. */
const timeFields = statedCalibrationFields.filter(isStatedInstant)

/** A field of the form. */
export type RecordField =
  | StatedCalibrationField
  /** A member by id. */
  | 'performed_by'
  /** `true`, `false`, or blank for what follows from the scope of accreditation. */
  | 'accredited'
  | 'correction_reason'

/** What the form holds: every field as text, as typed. */
export type RecordValues = Readonly<Record<RecordField, string>>

/** A form without entries. */
export const emptyRecord: RecordValues = Object.fromEntries(
  [...textFields, ...timeFields, 'performed_by', 'accredited', 'correction_reason'].map((name) => [name, '']),
) as Record<RecordField, string>

/**
 * A record of the ledger as the form shows it.
 * @param performerId who performed it; null for the system
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

/** The entries as they are saved: each number without a unit in the one that holds for it. */
export function valuesWithUnits(values: RecordValues, unitOfMeasure: string | null): RecordValues {
  return { ...values, ...statedWithUnits(values, unitOfMeasure) }
}

/** The last record as a new form takes it over: in its own units, since the register may name another one by now. */
export function recordToCarry(last: InstrumentCalibrationRecord): CalibrationRecord {
  return { ...last, ...statedWithUnits(last, last.unit_of_measure) }
}

/** A text that its unit would make longer than the contract allows stays as it is. */
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

/** The entries as they are recorded: the server fills a blank decision rule in with the default of the workspace. */
export function withDefaultRule(values: RecordValues, defaultRule: string | null): RecordValues {
  return values.decision_rule.trim() === '' && defaultRule !== null
    ? { ...values, decision_rule: defaultRule }
    : values
}

/**
 * The body that a form stands for: what is blank is left out, everything else goes exactly as typed.
 * @param recorded a record that is corrected: a time that shows the same keeps its exact instant
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

/** The type of the calibration; undefined for a word that names none. */
export function calibrationTypeOf({ calibration_type: word }: RecordValues): CalibrationType | undefined {
  return calibrationTypes.find((type) => type === word)
}

/** Fields whose text differs from what stands in the ledger. */
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

/** The points of a record as its correction states them again; nothing for a record with a single reading. */
export function carriedPoints({ measurements }: Pick<CalibrationRecordWithMeasurements, 'measurements'>): {
  measurements?: MeasurementCreate[]
} {
  return measurements.length === 0 ? {} : { measurements: measurements.map(statedPoint) }
}

/** A recorded point as a request states it. */
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
    // The budget is computed again, as its contributors may follow from readings.
    ...(budgetId && { uncertainty: { budget_id: budgetId } }),
    as_found: asFound && statedPhase(asFound, stated),
    as_left: asLeft && statedPhase(asLeft, stated),
  }
}

const statedNames = pointFieldsWhere(phaseFields, ({ statedBy }) => statedBy === 'request')

/** A recorded phase as a request states it: a reference value that follows from the point is none of its own. */
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
