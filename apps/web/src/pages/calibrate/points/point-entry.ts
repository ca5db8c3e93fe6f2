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

/** The two times at which a point is read. */
export type Phase = 'found' | 'left'

/** Readings of one phase as typed, or why there are none. */
export interface PhaseEntry {
  readonly readings: readonly string[]
  /** Why it was not measured; empty where nothing was said. */
  readonly reason: string
  /** What the record says beside its readings or in place of them, and the form does not ask for. */
  readonly kept?: Omit<PhaseCreate, 'readings' | 'not_applicable'>
}

/** What a point asks for: numbers as typed. */
export interface PointSpec {
  readonly function: string
  readonly channel: string
  readonly range: string
  readonly nominal: string
  readonly unit: string
  readonly tolerance: MeasurementTolerance | null
  readonly span: string
  readonly resolution: string
  /** Readings that are taken at it. */
  readonly repeats: number
  /** The budget of its uncertainty; empty where there is none. */
  readonly budgetId: string
  readonly decisionRule: string
  /** What the point says beside that, and the form does not ask for. */
  readonly kept?: PreservedMembers
}

/** One point of the form, as it is kept in the draft. */
export interface PointEntry {
  /** Names its inputs; the same as long as the point is in the form. */
  readonly key: string
  readonly pointId: string | null
  /** Its place in the record that is corrected; null for every other point. */
  readonly recordIndex: number | null
  /** Whether its nominal value and tolerance are typed in the form, and not those of the procedure. */
  readonly isOwn: boolean
  readonly spec: PointSpec
  readonly found: PhaseEntry
  readonly left: PhaseEntry
  /** Whether somebody wants to state it as left although nothing asks for that. */
  readonly leftOpen: boolean
  /** Stated uncertainty; it goes before the budget. */
  readonly uncertainty: UncertaintyEntry
  /** That of the last record, where it was taken over from there and nobody has confirmed it. */
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

/** A point of the procedure, without readings. */
export function entryOfPoint(point: InstrumentPoint): PointEntry {
  return { ...untouched, key: point.point_id, pointId: point.point_id, isOwn: false, spec: specOf(point) }
}

/** A point that a person adds: after another one, it measures the same in the same unit. */
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

/** Another point that asks for the same, without readings. */
export function duplicateOf(entry: PointEntry): PointEntry {
  return { ...entry, ...untouchedReadings, key: newKey(), recordIndex: null, note: '' }
}

/** A recorded point with its readings, which a correction can change. */
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

/** What a new record takes over from a recorded point: everything but what was measured. */
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

/** A point of the last record as a new one begins with it: its uncertainty is marked as copied. */
export function copiedEntry(measurement: Measurement, index: number): PointEntry {
  const setUp = setUpOf(measurement)
  return { ...setUp, key: `last-${index}`, copiedUncertainty: setUp.uncertainty }
}

/** Whether the uncertainty of a point stands there as the last record left it. */
export function hasCopiedUncertainty({ uncertainty, copiedUncertainty: copied }: PointEntry): boolean {
  if (copied === undefined || isBlank(uncertainty.expanded)) return false
  return (['expanded', 'factor', 'unit', 'level'] as const).every(
    (name) => uncertainty[name] === copied[name],
  )
}

/** A point of which somebody said that what was copied holds. */
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

/** Whether anything was read or said of a point. */
export function isMeasured({ found, left }: PointEntry): boolean {
  return [found, left].some(saysAnything)
}

/** What was observed in a phase in place of readings; null where it has readings, or nothing was. */
export function observedOf({ readings, kept }: PhaseEntry): string | null {
  return readings.some((each) => !isBlank(each)) ? null : (kept?.observed ?? null)
}

/** Whether a phase has readings, or what was observed in place of them. */
export function isRead(phase: PhaseEntry): boolean {
  return phase.readings.some((each) => !isBlank(each)) || observedOf(phase) !== null
}

/** Whether a phase says anything: what was read or observed in it, or why nothing was. */
export function saysAnything(phase: PhaseEntry): boolean {
  return isRead(phase) || !isBlank(phase.reason) || !isBlank(phase.kept?.unchanged)
}

/** Whether a point goes into the record: one that was not measured is left out, but a correction keeps those it found. */
export function isStated(entry: PointEntry): boolean {
  return entry.recordIndex !== null || isMeasured(entry)
}

/** A point with everything that it asks for, as the rules compute it. */
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

/** A point as it is sent: one of the procedure leaves out what comes from there. */
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

/** Readings take the place of what was observed, and of why there were none. */
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
