import type {
  InstrumentPoint,
  MeasuredPhase,
  Measurement,
  MeasurementCreate,
  MeasurementTolerance,
  PhaseCreate,
} from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import { newKey } from '../../../base/retrying.ts'
import { statedPhase } from '../record-values.ts'
import { type PreservedMembers, preservedOf } from './preserved-members.ts'
import { numberText } from './reading-number.ts'
import { toleranceWithPoints } from './tolerance-points.ts'
import {
  NO_UNCERTAINTY,
  statedUncertainty,
  uncertaintyEntry,
  type UncertaintyEntry,
} from './uncertainty-entry.ts'

/** The two phases of a calibration. */
export type Phase = 'found' | 'left'

/** The readings of a phase as typed, or the reason for not measuring. */
export interface PhaseEntry {
  readonly readings: readonly string[]
  /** The reason for not measuring, or empty. */
  readonly reason: string
  /** Recorded members, such as observations, that the form does not show. */
  readonly kept?: Omit<PhaseCreate, 'readings' | 'not_applicable'>
}

/** The specification of a point, with numbers as typed. */
export interface PointSpec {
  readonly function: string
  readonly channel: string
  readonly range: string
  readonly nominal: string
  readonly unit: string
  readonly tolerance: MeasurementTolerance | null
  readonly span: string
  readonly resolution: string
  /** Number of readings. */
  readonly repeats: number
  /** ID of its uncertainty budget, or empty. */
  readonly budgetId: string
  readonly decisionRule: string
  /** Members that the form does not show. */
  readonly kept?: PreservedMembers
}

/** A point of the form, as stored in the draft. */
export interface PointEntry {
  /** Identifies its inputs while the point is in the form. */
  readonly key: string
  readonly pointId: string | null
  /** Its index in the record that is corrected; null for other points. */
  readonly recordIndex: number | null
  /** Whether its nominal value and tolerance are entered in the form instead of coming from the procedure. */
  readonly isOwn: boolean
  readonly spec: PointSpec
  readonly found: PhaseEntry
  readonly left: PhaseEntry
  /** Whether the user opened its as-left readings although they are not required. */
  readonly leftOpen: boolean
  /** The stated uncertainty, which takes precedence over the budget. */
  readonly uncertainty: UncertaintyEntry
  /** The uncertainty of the last record if it was copied and is not confirmed. */
  readonly copiedUncertainty?: UncertaintyEntry
  readonly standardId: string
  readonly external: boolean
  readonly note: string
}

const NOTHING: PhaseEntry = { readings: [], reason: '' }

const untouchedReadings = { found: NOTHING, left: NOTHING, leftOpen: false } as const

const untouched = {
  ...untouchedReadings,
  recordIndex: null,
  uncertainty: NO_UNCERTAINTY,
  standardId: '',
  external: false,
  note: '',
} as const

/** Returns an entry for a point of the procedure, without readings. */
export function entryOfPoint(point: InstrumentPoint): PointEntry {
  return { ...untouched, key: point.point_id, pointId: point.point_id, isOwn: false, spec: specOf(point) }
}

/** Returns an additional point with the quantity and unit of the point before it. */
export function ownEntry(previous: PointEntry | undefined, unit: string): PointEntry {
  const spec = { ...(previous?.spec ?? emptySpec(unit)), nominal: '', budgetId: '' }
  return {
    ...untouched,
    key: newKey(),
    pointId: null,
    isOwn: true,
    spec,
    uncertainty: previous?.uncertainty ?? NO_UNCERTAINTY,
  }
}

function emptySpec(unit: string): PointSpec {
  return specOf({ repeats: 1, nominal: { value: '', unit } })
}

/** Returns a copy of a point without readings. */
export function duplicateOf(entry: PointEntry): PointEntry {
  return { ...entry, ...untouchedReadings, key: newKey(), recordIndex: null, note: '' }
}

/** Returns an entry for a recorded point with its readings, for a correction. */
export function entryOfMeasurement(measurement: Measurement, recordIndex: number): PointEntry {
  const { as_found: found, as_left: left, uncertainty } = measurement
  const setUp = setUpOf(measurement)
  return {
    ...setUp,
    key: `recorded-${recordIndex}`,
    recordIndex,
    pointId: measurement.point_id,
    spec: { ...setUp.spec, budgetId: uncertainty?.budget_id ?? '' },
    found: phaseEntry(found, measurement),
    left: phaseEntry(left, measurement),
    leftOpen: left !== null,
    note: measurement.note ?? '',
  }
}

/** Returns an entry for a recorded point without its readings, for a new record. */
export function setUpOf(measurement: Measurement): PointEntry {
  const { uncertainty, as_found: found, as_left: left } = measurement
  const repeats = Math.max(1, found?.readings.length ?? 0, left?.readings.length ?? 0)
  return {
    ...untouched,
    key: newKey(),
    pointId: null,
    isOwn: true,
    spec: { ...specOf({ ...measurement, repeats }), budgetId: '' },
    uncertainty: uncertainty?.budget_id ? NO_UNCERTAINTY : uncertaintyEntry(uncertainty),
    standardId: measurement.standard_asset_id ?? '',
    external: measurement.external,
  }
}

/** Returns an entry for a point of the last record, with its uncertainty marked as copied. */
export function copiedEntry(measurement: Measurement, index: number): PointEntry {
  const setUp = setUpOf(measurement)
  return { ...setUp, key: `last-${index}`, copiedUncertainty: setUp.uncertainty }
}

/** Whether the uncertainty of a point is still the one copied from the last record. */
export function hasCopiedUncertainty({ uncertainty, copiedUncertainty: copied }: PointEntry): boolean {
  if (copied === undefined || isBlank(uncertainty.expanded)) return false
  return (['expanded', 'factor', 'unit', 'level'] as const).every(
    (name) => uncertainty[name] === copied[name],
  )
}

/** Returns a point with its copied uncertainty confirmed. */
export function withoutCopies({ copiedUncertainty: _copied, ...entry }: PointEntry): PointEntry {
  return entry
}

function phaseEntry(phase: MeasuredPhase | null, point: Measurement): PhaseEntry {
  if (phase === null) return NOTHING
  const { readings = [], not_applicable: reason, ...kept } = statedPhase(phase, point)
  return { readings: readings ?? [], reason: reason ?? '', ...(Object.keys(kept).length > 0 && { kept }) }
}

function specOf(point: Omit<MeasurementCreate, 'as_found' | 'as_left'> & { repeats: number }): PointSpec {
  return {
    function: point.function ?? '',
    channel: point.channel ?? '',
    range: point.range ?? '',
    nominal: point.nominal?.value ?? '',
    unit: point.nominal?.unit ?? '',
    tolerance: point.tolerance ?? null,
    span: point.span ?? '',
    resolution: point.resolution ?? '',
    repeats: point.repeats,
    budgetId: point.uncertainty?.budget_id ?? '',
    decisionRule: point.decision_rule ?? '',
    ...preservedOf(point),
  }
}

/** Whether a point has readings, observations or reasons. */
export function isMeasured({ found, left }: PointEntry): boolean {
  return [found, left].some(hasContent)
}

/** Returns the observation of a phase; null if it has readings or is empty. */
export function observedOf({ readings, kept }: PhaseEntry): string | null {
  return readings.some((each) => !isBlank(each)) ? null : (kept?.observed ?? null)
}

/** Whether a phase has readings or an observation. */
export function isRead(phase: PhaseEntry): boolean {
  return phase.readings.some((each) => !isBlank(each)) || observedOf(phase) !== null
}

/** Whether a phase has readings, an observation, or a reason for not measuring. */
export function hasContent(phase: PhaseEntry): boolean {
  return isRead(phase) || !isBlank(phase.reason) || !isBlank(phase.kept?.unchanged)
}

/** Whether a point is part of the record: points without readings are omitted, except recorded ones in a correction. */
export function isStated(entry: PointEntry): boolean {
  return entry.recordIndex !== null || isMeasured(entry)
}

/** Returns a point with its specification, as input for the rules. */
export function wholePoint(entry: PointEntry): MeasurementCreate {
  const { spec } = entry
  return {
    ...measuredPart(entry),
    function: textOrNull(spec.function),
    channel: textOrNull(spec.channel),
    range: textOrNull(spec.range),
    nominal:
      isBlank(spec.nominal) && isBlank(spec.unit)
        ? null
        : { value: numberText(spec.nominal, spec.unit), unit: spec.unit.trim() },
    tolerance: toleranceWithPoints(spec.tolerance, spec.unit),
    span: numberOrNull(spec.span, spec.unit),
    resolution: numberOrNull(spec.resolution, spec.unit),
    uncertainty:
      statedUncertainty(entry.uncertainty, entry.spec.unit) ??
      (spec.budgetId === '' ? null : { budget_id: spec.budgetId }),
    decision_rule: textOrNull(spec.decisionRule),
    ...spec.kept,
  }
}

/** Returns a point for the request; points of the procedure omit what the procedure states. */
export function sentPoint(entry: PointEntry): MeasurementCreate {
  if (entry.isOwn) return wholePoint(entry)
  const uncertainty = statedUncertainty(entry.uncertainty, entry.spec.unit)
  return { ...measuredPart(entry), ...(uncertainty && { uncertainty }) }
}

function measuredPart(entry: PointEntry): MeasurementCreate {
  const { unit } = entry.spec
  return {
    ...(entry.pointId !== null && { point_id: entry.pointId }),
    as_found: sentPhase(entry.found, unit),
    as_left: sentPhase(entry.left, unit),
    ...(entry.standardId !== '' && { standard_asset_id: entry.standardId }),
    ...(entry.external && { external: true }),
    ...(!isBlank(entry.note) && { note: entry.note.trim() }),
  }
}

/** Readings replace an observation and a reason for not measuring. */
function sentPhase({ readings, reason, kept }: PhaseEntry, unit: string): PhaseCreate | null {
  const typed = readings.filter((each) => !isBlank(each))
  if (!isBlank(reason) && typed.length === 0) return { not_applicable: reason.trim() }
  if (typed.length === 0) return kept?.observed || !isBlank(kept?.unchanged) ? kept! : null
  const { reference = null, uncertainty = null } = kept ?? {}
  return {
    readings: typed.map((each) => numberText(each, unit)),
    ...(reference !== null && { reference }),
    ...(uncertainty !== null && { uncertainty }),
  }
}

function numberOrNull(text: string, unit: string): string | null {
  return isBlank(text) ? null : numberText(text, unit)
}

function textOrNull(text: string): string | null {
  return isBlank(text) ? null : text.trim()
}
