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
  NO_GROUND,
  type PointGround,
} from '@plumbline/contract/procedure'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { issuesRefusal } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { localDate } from '../compliance/index.ts'
import { findNaming } from '../procedures/index.ts'
import { laboratoryOfRecord } from '../workspaces/index.ts'
import { findStandardUncertainties } from './standard-store.ts'

/** Points of a request, and the member of it that holds them. */
export interface StatedPoints {
  readonly points: readonly MeasurementCreate[]
  readonly member: 'points' | 'measurements'
  /** Of the whole request, for points without a rule of their own. */
  readonly decisionRule: string | null | undefined
  /** Of the record that they are the points of. */
  readonly result?: CalibrationResult | '' | null | undefined
  /** The standard of the whole request, for points that name none. */
  readonly standardId?: string | null | undefined
}

/** What points of a request may name, and the rule of the procedure that they follow. */
export interface Followed {
  readonly ground: PointGround
  readonly decisionRule: string | null
}

/**
 * What follows from points, under the rule of each point, of the request, of the procedure or of the workspace.
 * @param followed null where they may name no procedure
 * @throws 422 VALIDATION_ERROR with the path of each member that keeps a point from being computed
 */
export function computePoints(
  { workspace }: Pick<Caller, 'workspace'>,
  { points, member, decisionRule, result, standardId }: StatedPoints,
  followed: Followed | null,
): readonly Measurement[] {
  const rule = ruleInForce(decisionRule, followed?.decisionRule, workspace.defaultDecisionRule)
  const options = { ground: followed?.ground ?? NO_GROUND, decisionRule: rule, result, standardId }
  const { measurements, issues } = evaluateFollowed(points, options, member)
  if (issues.length > 0) throw issuesRefusal(issues)
  return measurements
}

/** What a record with these points would state. @throws as `computePoints` */
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

/** What the last calibrations of the standards that points name state; nothing is read where they name none. */
async function standardsOf(db: Database, caller: Caller, points: readonly MeasurementCreate[]) {
  const ids = [...new Set(points.flatMap(({ standard_asset_id: id }) => id?.toLowerCase() ?? []))]
  if (ids.length === 0) return new Map<string, never>()
  return findStandardUncertainties(db.in(caller.workspaceId), ids, caller.siteIds)
}

/** The released procedures that points name a point or a budget of; null where they name none. */
async function followedBy(
  db: Database,
  caller: Caller,
  points: readonly MeasurementCreate[],
  standards: PointGround['standards'],
): Promise<Followed | null> {
  const named = points.flatMap((point) => [point.point_id, point.uncertainty?.budget_id])
  const ids = named.filter((id) => id != null)
  if (ids.length === 0) return null
  const revisions = await findNaming(db.in(caller.workspaceId), ids)
  const ground = {
    points: revisions.flatMap((revision) => instrumentPoints(revision.points, null)),
    budgets: revisions.flatMap(({ budgets }) => budgets),
    standards,
  }
  // Points of several procedures follow no rule that is of all of them.
  return { ground, decisionRule: revisions.length === 1 ? revisions[0]!.decision_rule : null }
}
