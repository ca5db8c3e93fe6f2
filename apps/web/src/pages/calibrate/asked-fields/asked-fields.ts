import { type FieldRequirementsResponse, isFailing, isPassing } from '@plumbline/contract'
import { decideReading, type ReadingDecision, type RuledReading } from '@plumbline/contract/reading'
import { outOfTolerance, passNeedsJustification } from '@plumbline/contract/tolerance'
import { passesAgainst } from '../../../components/calibration-record/decided-reading.ts'
import { inDecimalPoints } from '../decimal-commas.ts'
import type { RecordField, RecordValues } from '../record-values.ts'

/** How a field of the form is asked for. */
export interface Asked {
  readonly level: 'required' | 'recommended' | 'optional'
  /** Standards that require it, by their labels. */
  readonly requiredBy: readonly string[]
  readonly note: string | null
}

/** One line of GET /standards/field-requirements for calibrations. */
export type Requirement = FieldRequirementsResponse['calibration']['fields'][number]

/** What is asked now, and how many fields stand back. */
export interface AskedNow {
  readonly fields: ReadonlyMap<RecordField, Asked>
  /** Optional fields that are not shown. */
  readonly more: number
}

/** Asked of every record, whatever the standards say. */
const alwaysAsked: readonly RecordField[] = [
  'as_found_reading',
  'as_left_reading',
  'nominal_value',
  'tolerance',
  'result',
  'reference_standard',
  'performed_at',
  'notes',
]

/** Lines of the certificate, and what it marks as opinions, of which no standard speaks. */
const certificateLines: readonly RecordField[] = [
  'next_due_date',
  'method',
  'received_at',
  'item_condition',
  'place_of_work',
  'customer',
  'opinions',
]

const OPTIONAL: Asked = { level: 'optional', requiredBy: [], note: null }
const REQUIRED: Asked = { ...OPTIONAL, level: 'required' }

/**
 * Which fields the form shows at this moment, and how strongly each is asked for.
 * @param requirements what the selected standards ask for; undefined while unknown
 * @param refused fields that the server found something wrong with
 */
export function askedFields({
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
  /** The decision rule that holds where none is chosen. */
  defaultRule?: string | null
}): AskedNow {
  const levels = new Map(requirements.map((each) => [each.request_field ?? each.field, each]))
  const due = new Set<RecordField>([...alwaysAsked, ...dependentFields(values)])
  const offered = [
    ...levels.keys(),
    ...due,
    ...certificateLines,
    ...fieldsWithValues(values),
  ] as RecordField[]
  const fields = new Map<RecordField, Asked>()
  let more = 0
  for (const name of new Set(offered)) {
    if (notInputs.has(name)) continue
    if (isOfProvider(name, values) && values[name] === '' && !refused.includes(name)) continue
    const asked = askedOf(levels.get(name))
    const isDue =
      due.has(name) ||
      refused.includes(name) ||
      values[name] !== '' ||
      isAskedFor(name, asked, values, unitOfMeasure)
    if (isDue || (withMore && asked !== null)) fields.set(name, asked ?? OPTIONAL)
    else if (asked !== null) more += 1
  }
  for (const name of neededBesides(values, unitOfMeasure, ofPoints, defaultRule)) fields.set(name, REQUIRED)
  return { fields, more }
}

/** What a reading outside means is asked for where there is one, not of every record that may have one. */
function isAskedFor(
  name: RecordField,
  asked: Asked | null,
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

/** Whether the record as it stands is refused without a justification; an entered one does not count. */
export function needsJustification(values: RecordValues, unitOfMeasure: string | null): boolean {
  return passNeedsJustification({ ...comparedTexts(values, unitOfMeasure), result: values.result })
}

/** What the decision rule says of the single reading of a form; null where there is none, or a provider decided. */
export function decisionOf(
  values: RecordValues,
  unitOfMeasure: string | null,
  defaultRule: string | null,
): ReadingDecision | null {
  // An external certificate states what its provider decided.
  if (values.calibration_type === 'external_certificate') return null
  return decideReading(ruledTexts(values, unitOfMeasure, defaultRule))
}

/** The texts of a form that a decision rule looks at; the default of the workspace holds where none is chosen. */
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

/** What the points of a record decide about its other entries. */
export interface NeededByPoints {
  /** Whether one of them is out of tolerance in the end. */
  readonly isOut: boolean
  /** Whether the record departs from the procedure. */
  readonly departs: boolean
}

/**
 * Entries without which a record is refused because of what it says elsewhere, or a pass has no reason that the decision
 * rule rejects; entered ones do not count.
 */
export function neededBesides(
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

/** Whether the readings show an adjustment, out as found and in as left, that the result does not name. */
export function wasAdjusted(values: RecordValues, unitOfMeasure: string | null): boolean {
  if (values.result === 'PASS_WITH_ADJUSTMENT') return false
  const texts = comparedTexts(values, unitOfMeasure)
  const verdictOf = (reading: string) =>
    outOfTolerance({ ...texts, asFoundReading: reading, asLeftReading: '' }).verdict
  return verdictOf(texts.asFoundReading) === 'outside' && verdictOf(texts.asLeftReading) === 'inside'
}

/** The texts of a form that the tolerance rule looks at. */
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

/** Parts of other inputs, what the server sets, and what the page asks for itself. */
const notInputs: ReadonlySet<string> = new Set([
  'accredited',
  'performed_by',
  'calibration_type',
  'reference_standard_asset_id',
  'provider_id',
  'correction_reason',
  'reference_standard_reason',
])

/** A provider and the number of its certificate belong to external work; what an in-house record has shows. */
function isOfProvider(name: RecordField, { calibration_type: type }: RecordValues): boolean {
  const isFact = name === 'service_provider' || name === 'certificate_number'
  return isFact && type !== 'external_certificate'
}

/** What other entries call for. */
function dependentFields(values: RecordValues): RecordField[] {
  const isExternal = values.calibration_type === 'external_certificate'
  return [
    ...(isExternal ? (['service_provider', 'certificate_number'] as const) : []),
    ...(values.opinions.trim() === '' ? [] : (['opinions_basis'] as const)),
    ...(values.result === 'LIMITED_CALIBRATION' ? (['restriction_notes'] as const) : []),
    // An uncertainty without its coverage factor says little.
    ...(values.measurement_uncertainty.trim() === ''
      ? []
      : (['coverage_factor', 'confidence_level'] as const)),
  ]
}

function fieldsWithValues(values: RecordValues): RecordField[] {
  return (Object.keys(values) as RecordField[]).filter((name) => values[name] !== '')
}

/** Null where the standards want a field hidden. */
function askedOf(requirement: Requirement | undefined): Asked | null {
  if (requirement === undefined) return OPTIONAL
  const { requirement: level, required_by: requiredBy, request_field, note } = requirement
  if (level === 'hidden') return null
  // The server has a value for it where none is sent.
  if (request_field === null) return { ...OPTIONAL, note }
  if (level === 'required' || level === 'recommended') return { level, requiredBy, note: null }
  return OPTIONAL
}
