import { type FieldRequirementsResponse, isFailing, isPassing } from '@plumbline/contract'
import { decideReading, type ReadingDecision, type RuledReading } from '@plumbline/contract/reading'
import { outOfTolerance, passNeedsJustification } from '@plumbline/contract/tolerance'
import { passesAgainst } from '../../../components/calibration-record/decided-reading.ts'
import { inDecimalPoints } from '../decimal-commas.ts'
import type { RecordField, RecordValues } from '../record-values.ts'

/** Whether and why a field of the form is requested. */
export interface FieldRequest {
  readonly level: 'required' | 'recommended' | 'optional'
  /** Labels of the standards that require it. */
  readonly requiredBy: readonly string[]
  readonly note: string | null
}

/** One line of GET /standards/field-requirements for calibrations. */
export type Requirement = FieldRequirementsResponse['calibration']['fields'][number]

/** The fields to show, and the number of hidden ones. */
export interface VisibleFields {
  readonly fields: ReadonlyMap<RecordField, FieldRequest>
  /** Number of optional fields that are not shown. */
  readonly more: number
}

/** Shown for every record, whatever the standards require. */
const alwaysRequested: readonly RecordField[] = [
  'as_found_reading',
  'as_left_reading',
  'nominal_value',
  'tolerance',
  'result',
  'reference_standard',
  'performed_at',
  'notes',
]

/** Texts on the certificate, including opinions, that no standard mentions. */
const certificateLines: readonly RecordField[] = [
  'next_due_date',
  'method',
  'received_at',
  'item_condition',
  'place_of_work',
  'customer',
  'opinions',
]

const OPTIONAL: FieldRequest = { level: 'optional', requiredBy: [], note: null }
const REQUIRED: FieldRequest = { ...OPTIONAL, level: 'required' }

/**
 * Returns the fields to show now, and whether each is required.
 * @param requirements the requirements of the selected standards; undefined while unknown
 * @param refused fields that the server refused
 */
export function visibleFields({
  requirements = [],
  values,
  unitOfMeasure,
  refused = [],
  withMore = false,
  ofPoints = null,
  defaultRule = null,
}: {
  requirements?: readonly Requirement[] | undefined
  values: RecordValues
  unitOfMeasure: string | null
  refused?: readonly string[]
  withMore?: boolean
  ofPoints?: NeededByPoints | null
  /** The default decision rule. */
  defaultRule?: string | null
}): VisibleFields {
  const levels = new Map(requirements.map((each) => [each.request_field ?? each.field, each]))
  const due = new Set<RecordField>([...alwaysRequested, ...dependentFields(values)])
  const offered = [
    ...levels.keys(),
    ...due,
    ...certificateLines,
    ...fieldsWithValues(values),
  ] as RecordField[]
  const fields = new Map<RecordField, FieldRequest>()
  let more = 0
  for (const name of new Set(offered)) {
    if (notInputs.has(name)) continue
    if (isOfProvider(name, values) && values[name] === '' && !refused.includes(name)) continue
    const asked = askedOf(levels.get(name))
    const isDue =
      due.has(name) ||
      refused.includes(name) ||
      values[name] !== '' ||
      isRequested(name, asked, values, unitOfMeasure)
    if (isDue || (withMore && asked !== null)) fields.set(name, asked ?? OPTIONAL)
    else if (asked !== null) more += 1
  }
  for (const name of alsoNeeded(values, unitOfMeasure, ofPoints, defaultRule)) fields.set(name, REQUIRED)
  return { fields, more }
}

/** The assessment of an out-of-tolerance reading is only requested if there is one. */
function isRequested(
  name: RecordField,
  asked: FieldRequest | null,
  values: RecordValues,
  unitOfMeasure: string | null,
): boolean {
  if (asked === null || asked.level === 'optional') return false
  if (name !== 'out_of_tolerance_impact' || asked.level === 'required') return true
  const texts = comparedTexts(values, unitOfMeasure)
  const isOutside = (reading: string) =>
    outOfTolerance({ ...texts, asFoundReading: reading, asLeftReading: '' }).verdict === 'outside'
  const failed = isFailing(values.result)
  return failed || isOutside(texts.asFoundReading) || isOutside(texts.asLeftReading)
}

/** Whether the server refuses the current entries without a justification, regardless of an entered one. */
export function needsJustification(values: RecordValues, unitOfMeasure: string | null): boolean {
  return passNeedsJustification({ ...comparedTexts(values, unitOfMeasure), result: values.result })
}

/** Returns the decision of the decision rule on a single reading; null without a rule, or if a provider decided. */
export function decisionOf(
  values: RecordValues,
  unitOfMeasure: string | null,
  defaultRule: string | null,
): ReadingDecision | null {
  // An external certificate states the provider's decision.
  if (values.calibration_type === 'external_certificate') return null
  return decideReading(ruledTexts(values, unitOfMeasure, defaultRule))
}

/** Returns the texts of a form that a decision rule uses, with the default rule of the workspace if none is selected. */
export function ruledTexts(
  values: RecordValues,
  unitOfMeasure: string | null,
  defaultRule: string | null,
): RuledReading {
  const written = inDecimalPoints(values)
  return {
    ...comparedTexts(values, unitOfMeasure),
    measurementUncertainty: written.measurement_uncertainty,
    coverageFactor: written.coverage_factor,
    confidenceLevel: written.confidence_level,
    decisionRule: values.decision_rule.trim() === '' ? defaultRule : values.decision_rule,
  }
}

/** How the points of a record affect which other entries it needs. */
export interface NeededByPoints {
  /** Whether a point is out of tolerance as left. */
  readonly isOut: boolean
  /** Whether the record deviates from the procedure. */
  readonly departs: boolean
}

/**
 * Returns the entries that other entries make necessary, such as a reason for a pass that the decision rule rejects,
 * regardless of whether they have been entered.
 */
export function alsoNeeded(
  values: RecordValues,
  unitOfMeasure: string | null,
  ofPoints: NeededByPoints | null,
  defaultRule: string | null,
): RecordField[] {
  const isPassOut = ofPoints
    ? ofPoints.isOut && isPassing(values.result)
    : needsJustification(values, unitOfMeasure) ||
      passesAgainst(values.result, decisionOf(values, unitOfMeasure, defaultRule))
  return [
    ...(isPassOut ? (['out_of_tolerance_impact'] as const) : []),
    ...(ofPoints?.departs ? (['deviation_from_procedure'] as const) : []),
  ]
}

/** Whether the readings show an adjustment (out as found, in as left) that the result does not state. */
export function wasAdjusted(values: RecordValues, unitOfMeasure: string | null): boolean {
  if (values.result === 'PASS_WITH_ADJUSTMENT') return false
  const texts = comparedTexts(values, unitOfMeasure)
  const verdictOf = (reading: string) =>
    outOfTolerance({ ...texts, asFoundReading: reading, asLeftReading: '' }).verdict
  return verdictOf(texts.asFoundReading) === 'outside' && verdictOf(texts.asLeftReading) === 'inside'
}

/** Returns the texts of a form that are compared with the tolerance. */
export function comparedTexts(values: RecordValues, unitOfMeasure: string | null) {
  const written = inDecimalPoints(values)
  return {
    nominalValue: written.nominal_value,
    tolerance: written.tolerance,
    asFoundReading: written.as_found_reading,
    asLeftReading: written.as_left_reading,
    unitOfMeasure,
  }
}

/** Fields that are part of other inputs, set by the server, or requested by the page separately. */
const notInputs: ReadonlySet<string> = new Set([
  'accredited',
  'performed_by',
  'calibration_type',
  'reference_standard_asset_id',
  'provider_id',
  'correction_reason',
  'reference_standard_reason',
])

/** Provider and certificate number belong to external work. Those that an in-house record has are still shown. */
function isOfProvider(name: RecordField, { calibration_type: type }: RecordValues): boolean {
  const isFact = name === 'service_provider' || name === 'certificate_number'
  return isFact && type !== 'external_certificate'
}

/** Returns the fields that other entries make necessary. */
function dependentFields(values: RecordValues): RecordField[] {
  const isExternal = values.calibration_type === 'external_certificate'
  return [
    ...(isExternal ? (['service_provider', 'certificate_number'] as const) : []),
    ...(values.opinions.trim() === '' ? [] : (['opinions_basis'] as const)),
    ...(values.result === 'LIMITED_CALIBRATION' ? (['restriction_notes'] as const) : []),
    // An uncertainty needs its coverage factor.
    ...(values.measurement_uncertainty.trim() === ''
      ? []
      : (['coverage_factor', 'confidence_level'] as const)),
  ]
}

function fieldsWithValues(values: RecordValues): RecordField[] {
  return (Object.keys(values) as RecordField[]).filter((name) => values[name] !== '')
}

/** Returns null if the standards hide a field. */
function askedOf(requirement: Requirement | undefined): FieldRequest | null {
  if (requirement === undefined) return OPTIONAL
  const { requirement: level, required_by: requiredBy, request_field, note } = requirement
  if (level === 'hidden') return null
  // The server fills it in if it is missing.
  if (request_field === null) return { ...OPTIONAL, note }
  if (level === 'required' || level === 'recommended') return { level, requiredBy, note: null }
  return OPTIONAL
}
