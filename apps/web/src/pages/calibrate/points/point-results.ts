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

/** The context in which points are computed. */
export interface PointContext {
  readonly budgets: readonly ProcedureBudget[]
  readonly standards: ReadonlyMap<string, readonly StandardUncertainty[]>
  /** The decision rule of points without their own. */
  readonly decisionRule: string | null
  /** ID of the record's standard, or empty. */
  readonly standardId: string
  /** Whether the instrument was adjusted and other points were measured again. */
  readonly needsAsLeft: boolean
}

/** The result of a point as typed. */
export interface PointResult {
  /** Null if the point cannot be computed. */
  readonly measurement: Measurement | null
  /** What prevents the point, or only its uncertainty, from being computed. */
  readonly issues: readonly MeasurementIssue[]
  /** The limits before the first reading: those at the nominal value. */
  readonly limits: Pick<MeasuredPhase, 'lower_limit' | 'upper_limit' | 'decision'> | null
}

/** Computes a point by the rules of the server. If its budget cannot be computed yet, the rest still is. */
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
  // The entry already contains the specification of the procedure's point.
  const { point_id: pointId = null, ...stated } = point
  const references = { points: [], budgets, standards }
  const budgetId = stated.uncertainty?.budget_id ?? null
  // The budget of an unavailable revision is computed when the record is saved.
  const isOutOfReach = budgetId !== null && budgets.every(({ id }) => id !== budgetId)
  const { measurements, issues } = evaluateFollowed(
    [isOutOfReach ? { ...stated, uncertainty: null } : stated],
    { references, decisionRule, needsAsLeft, standardId: standardId || null },
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

/** Returns the path of an issue within its point. */
function withinPoint(issue: MeasurementIssue): MeasurementIssue {
  return { ...issue, path: issue.path.slice(2) }
}

/** Issues of a budget without a standard, repeated readings or a resolution. */
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

/** The summary of the points that are part of the record. */
export interface PointsSummary extends MeasurementSummary {
  /** In the order of the request. */
  readonly measurements: readonly Measurement[]
  readonly entries: readonly PointEntry[]
  /** The point with the highest percentage of tolerance as found; null without points. */
  readonly worstPoint: Measurement | null
  /** The points that cannot be computed. */
  readonly faulty: readonly PointEntry[]
}

/** @param results the results of the entries, in the same order */
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

/** Returns the worst of the computed points. */
export function worstPoint(
  measurements: readonly Measurement[],
  { worst }: MeasurementSummary = summariseMeasurements(measurements),
): Measurement | null {
  return worst === null ? null : measurements[worst]!
}

/** Returns the texts of these fields for the worst point, or empty texts. */
export function filledTexts(worst: Measurement | null): Record<FlatField, string> {
  const texts = worst && flatFieldsOf(worst)
  return Object.fromEntries(flatFields.map((name) => [name, texts?.[name] ?? ''])) as Record<
    FlatField,
    string
  >
}

/** The single-reading fields that are entered in the form; the others come from the worst point. */
export interface FilledValues {
  readonly values: RecordValues
  /** The entries with the fields that the points fill in. */
  readonly filled: RecordValues
}

/** The fields that belong to the uncertainty of a record and come from the same point. */
export const uncertaintyCompanions = ['coverage_factor', 'confidence_level'] as const
export type UncertaintyCompanion = (typeof uncertaintyCompanions)[number]

/**
 * Returns the entries of a record with points: the single-reading fields are those of the worst point.
 * @param besides fields in addition to the uncertainty that are filled in if they are blank
 */
export function filledValues(
  values: RecordValues,
  worst: Measurement | null,
  besides: readonly UncertaintyCompanion[] = uncertaintyCompanions,
): FilledValues {
  const texts = besideTexts(worst)
  const ofWorst = Object.fromEntries(
    besides.filter((name) => values[name] === '').map((name) => [name, texts[name]]),
  )
  const stated = { ...values, ...filledTexts(null), ...ofWorst }
  return { values: stated, filled: { ...stated, ...filledTexts(worst) } }
}

/** Returns the fields of a record that belong to the uncertainty of a point. */
function besideTexts(point: Measurement | null): Readonly<Record<UncertaintyCompanion, string>> {
  const { uncertainty } = point ?? {}
  return {
    coverage_factor: uncertainty?.coverage_factor ?? '',
    confidence_level: (uncertainty && coverageText(uncertainty)) ?? '',
  }
}

/** Returns the entries of a record with the fields of its worst point blank, so that they follow the points. */
export function followingPoints(values: RecordValues, worst: Measurement): Partial<RecordValues> {
  const texts = besideTexts(worst)
  const same = uncertaintyCompanions.filter((name) => values[name] === texts[name])
  return { ...filledTexts(null), ...Object.fromEntries(same.map((name) => [name, ''])) }
}

/** Whether the readings show an adjustment: a point is out of tolerance as found, and none is as left. */
export function showsAdjustment({ asFoundOut, pointsOut }: MeasurementSummary): boolean {
  return asFoundOut.length > 0 && pointsOut === 0
}
