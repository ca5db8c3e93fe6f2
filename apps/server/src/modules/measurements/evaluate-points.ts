import type {
  CalibrationResult,
  EvaluatedMeasurements,
  Measurement,
  MeasurementCreate,
  MeasurementEvaluation,
} from '@plumbline/contract'
import { evaluationWarnings, holdsOn } from '@plumbline/contract/reading'
import { ruleInForce } from '@plumbline/contract/measurement'
import {
  evaluateFollowed,
  instrumentPoints,
  NO_REFERENCES,
  type PointReferences,
} from '@plumbline/contract/procedure'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { issuesRefusal } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { localDate } from '../compliance/index.ts'
import { findNaming } from '../procedures/index.ts'
import { laboratoryOfRecord } from '../workspaces/index.ts'
import { findStandardUncertainties } from './standard-store.ts'

/** Points of a request, and the path of the member that contains them. */
export interface StatedPoints {
  readonly points: readonly MeasurementCreate[]
  readonly member: 'points' | 'measurements'
  /** From the whole request, for points without a rule of their own. */
  readonly decisionRule: string | null | undefined
  /** Result of the record to which the points belong. */
  readonly result?: CalibrationResult | '' | null | undefined
  /** The standard of the whole request, for points that name none. */
  readonly standardId?: string | null | undefined
}

/** What points of a request may refer to, and the rule of the procedure that they follow. */
export interface Followed {
  readonly references: PointReferences
  readonly decisionRule: string | null
}

/**
 * Computes the results of points under the rule of each point, of the request, of the procedure or of the workspace.
 * @param followed null if they may not refer to a procedure
 * @throws 422 VALIDATION_ERROR with the path of each member that prevents the computation of a point
 */
export function computePoints(
  { workspace }: Pick<Caller, 'workspace'>,
  { points, member, decisionRule, result, standardId }: StatedPoints,
  followed: Followed | null,
): readonly Measurement[] {
  const rule = ruleInForce(decisionRule, followed?.decisionRule, workspace.defaultDecisionRule)
  const options = {
    references: followed?.references ?? NO_REFERENCES,
    decisionRule: rule,
    result,
    standardId,
  }
  const { measurements, issues } = evaluateFollowed(points, options, member)
  if (issues.length > 0) throw issuesRefusal(issues)
  return measurements
}

/** Returns the members that a record with these points would have. @throws as `computePoints` */
export async function evaluatePoints(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  { points, decision_rule: decisionRule }: MeasurementEvaluation,
): Promise<EvaluatedMeasurements> {
  const [standards, { settings }] = await Promise.all([
    standardsOf(db, caller, points),
    laboratoryOfRecord(db.in(caller.workspaceId), caller.workspace),
  ])
  const today = localDate(clock.now().toISOString(), caller.workspace.timeZone)
  const scope = settings.accreditation_scope?.filter((line) => holdsOn(line, today))
  const followed = await followedBy(db, caller, points, standards)
  const computed = computePoints(caller, { points, member: 'points', decisionRule }, followed)
  return { points: [...computed], warnings: evaluationWarnings(computed, decisionRule, standards, scope) }
}

/**
 * Returns the uncertainties stated by the last calibrations of the standards that points name; reads nothing if they
 * name none.
 */
async function standardsOf(db: Database, caller: Caller, points: readonly MeasurementCreate[]) {
  const ids = [...new Set(points.flatMap(({ standard_asset_id: id }) => id?.toLowerCase() ?? []))]
  if (ids.length === 0) return new Map<string, never>()
  return findStandardUncertainties(db.in(caller.workspaceId), ids, caller.siteIds)
}

/** Returns the released procedures of which points name a point or a budget; null if they name none. */
async function followedBy(
  db: Database,
  caller: Caller,
  points: readonly MeasurementCreate[],
  standards: PointReferences['standards'],
): Promise<Followed | null> {
  const named = points.flatMap((point) => [point.point_id, point.uncertainty?.budget_id])
  const ids = named.filter((id) => id != null)
  if (ids.length === 0) return null
  const revisions = await findNaming(db.in(caller.workspaceId), ids)
  const references = {
    points: revisions.flatMap((revision) => instrumentPoints(revision.points, null)),
    budgets: revisions.flatMap(({ budgets }) => budgets),
    standards,
  }
  // Points of several procedures have no procedure rule in common.
  return { references, decisionRule: revisions.length === 1 ? revisions[0]!.decision_rule : null }
}
