import type { MeasuredPhase, Measurement, MeasurementCreate, ProcedureBudget } from '@plumbline/contract'
import {
  flatFields,
  flatFieldsOf,
  summariseMeasurements,
  type FlatField,
  type MeasurementIssue,
  type MeasurementSummary,
} from '@plumbline/contract/measurement'
import { evaluateFollowed, type StandardUncertainty } from '@plumbline/contract/procedure'
import { isBlank } from '@plumbline/contract/tolerance'
import { coverageText } from '../../../components/points/coverage-text.ts'
import type { RecordValues } from '../record-values.ts'
import { isStated, wholePoint, type PointEntry } from './point-entry.ts'

/** What points are computed under beside what they state. */
export interface PointContext {
  readonly budgets: readonly ProcedureBudget[]
  readonly standards: ReadonlyMap<string, readonly StandardUncertainty[]>
  /** For points without a rule of their own. */
  readonly decisionRule: string | null
  /** The standard of the record; empty where none is named. */
  readonly standardId: string
  /** Whether the record is adjusted and others of its points were measured again. */
  readonly needsAsLeft: boolean
}

/** What follows from a point as it is typed. */
export interface PointResult {
  /** Null where the point cannot be computed. */
  readonly measurement: Measurement | null
  /** What keeps it, or its uncertainty alone, from being computed. */
  readonly issues: readonly MeasurementIssue[]
  /** Limits before anything was read: those at the nominal value. */
  readonly limits: Pick<MeasuredPhase, 'lower_limit' | 'upper_limit' | 'decision'> | null
}

/** Computes a point by the rules of the server. Where its budget cannot be computed yet, the rest of it is. */
export function resultOf(entry: PointEntry, context: PointContext): PointResult {
  const point = wholePoint(entry)
  const whole = evaluated(point, context)
  const measurement =
    whole.measurement ??
    (whole.issues.every(isOfUncertainty)
      ? evaluated({ ...point, uncertainty: null }, context).measurement
      : null)
  const phase = [measurement?.as_left, measurement?.as_found].find((each) => each?.mean != null)
  return {
    measurement,
    issues: whole.issues,
    limits: phase ?? limitsAtNominal(point, context),
  }
}

function evaluated(point: MeasurementCreate, context: PointContext) {
  const { budgets, standards, decisionRule, standardId, needsAsLeft } = context
  // What a point of the procedure asks for stands in the point already.
  const { point_id: pointId = null, ...stated } = point
  const ground = { points: [], budgets, standards }
  const budgetId = stated.uncertainty?.budget_id ?? null
  // That of a revision which is out of reach is computed when the record is saved.
  const isOutOfReach = budgetId !== null && budgets.every(({ id }) => id !== budgetId)
  const { measurements, issues } = evaluateFollowed(
    [isOutOfReach ? { ...stated, uncertainty: null } : stated],
    { ground, decisionRule, needsAsLeft, standardId: standardId || null },
    'measurements',
  )
  const [computed] = measurements
  const measurement = computed && {
    ...computed,
    point_id: pointId,
    ...(isOutOfReach && { uncertainty: { budget_id: budgetId } }),
  }
  return { measurement: measurement ?? null, issues: issues.map(withinPoint) }
}

/** The path of an issue from its point on. */
function withinPoint(issue: MeasurementIssue): MeasurementIssue {
  return { ...issue, path: issue.path.slice(2) }
}

/** A budget that lacks a standard, repeated readings or a resolution. */
function isOfUncertainty({ path }: MeasurementIssue): boolean {
  return path[0] === 'uncertainty' || path[0] === 'resolution'
}

function limitsAtNominal(point: MeasurementCreate, context: PointContext): PointResult['limits'] {
  if (isBlank(point.nominal?.value)) return null
  const atNominal = {
    ...point,
    as_left: null,
    as_found: { readings: [point.nominal!.value] },
  }
  const { measurement } = evaluated(atNominal, context)
  if (measurement !== null || point.uncertainty == null) return measurement?.as_found ?? null
  return evaluated({ ...atNominal, uncertainty: null }, context).measurement?.as_found ?? null
}

/** The points of a form that go into the record, with their results as a whole. */
export interface PointsSummary extends MeasurementSummary {
  /** In the order in which they are sent. */
  readonly measurements: readonly Measurement[]
  readonly entries: readonly PointEntry[]
  /** The one with the greatest percent of tolerance as found; null without points. */
  readonly worstPoint: Measurement | null
  /** Those that cannot be computed. */
  readonly faulty: readonly PointEntry[]
}

/** @param results of the entries, in their order */
export function summaryOf(entries: readonly PointEntry[], results: readonly PointResult[]): PointsSummary {
  const measured = entries.flatMap((entry, index) =>
    isStated(entry) ? [{ entry, measurement: results[index]!.measurement }] : [],
  )
  const measurements = measured.flatMap(({ measurement }) => measurement ?? [])
  const summary = summariseMeasurements(measurements)
  return {
    ...summary,
    measurements,
    worstPoint: worstPoint(measurements, summary),
    entries: measured.map(({ entry }) => entry),
    faulty: measured.flatMap(({ entry, measurement }) => (measurement ? [] : [entry])),
  }
}

/** The worst of computed points. */
export function worstPoint(
  measurements: readonly Measurement[],
  { worst }: MeasurementSummary = summariseMeasurements(measurements),
): Measurement | null {
  return worst === null ? null : measurements[worst]!
}

/** The texts of these fields for the worst point; empty where it says nothing. */
export function filledTexts(worst: Measurement | null): Record<FlatField, string> {
  const texts = worst && flatFieldsOf(worst)
  return Object.fromEntries(flatFields.map((name) => [name, texts?.[name] ?? ''])) as Record<
    FlatField,
    string
  >
}

/** What of a single reading the form holds by itself: the rest is that of the worst point. */
export interface FilledValues {
  readonly values: RecordValues
  /** The same with what the points fill in. */
  readonly filled: RecordValues
}

/** What stands beside the uncertainty of a record, and is that of the same point. */
export const besideUncertainty = ['coverage_factor', 'confidence_level'] as const
export type BesideUncertainty = (typeof besideUncertainty)[number]

/**
 * The entries of a record with points: what is said of a single reading is that of the worst one, and never typed.
 * @param besides what beside the uncertainty is filled in where nobody typed it
 */
export function filledValues(
  values: RecordValues,
  worst: Measurement | null,
  besides: readonly BesideUncertainty[] = besideUncertainty,
): FilledValues {
  const texts = besideTexts(worst)
  const ofWorst = Object.fromEntries(
    besides.filter((name) => values[name] === '').map((name) => [name, texts[name]]),
  )
  const stated = { ...values, ...filledTexts(null), ...ofWorst }
  return { values: stated, filled: { ...stated, ...filledTexts(worst) } }
}

/** What a point says beside its uncertainty, as the fields of a record have it. */
function besideTexts(point: Measurement | null): Readonly<Record<BesideUncertainty, string>> {
  const { uncertainty } = point ?? {}
  return {
    coverage_factor: uncertainty?.coverage_factor ?? '',
    confidence_level: (uncertainty && coverageText(uncertainty)) ?? '',
  }
}

/** The entries of a record that are those of its worst point: blank, so that they follow the points. */
export function followingPoints(values: RecordValues, worst: Measurement): Partial<RecordValues> {
  const texts = besideTexts(worst)
  const same = besideUncertainty.filter((name) => values[name] === texts[name])
  return { ...filledTexts(null), ...Object.fromEntries(same.map((name) => [name, ''])) }
}

/** Whether readings show an adjustment: out as found at some point, and within in the end at all of them. */
export function showsAdjustment({ asFoundOut, pointsOut }: MeasurementSummary): boolean {
  return asFoundOut.length > 0 && pointsOut === 0
}
