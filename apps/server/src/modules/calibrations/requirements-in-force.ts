import type { CalibrationType } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { missingOf, requiredFields } from '../standards/index.ts'
import type { Workspace } from '../workspaces/index.ts'
import { findSnapshot, findStandardsAfter } from './read-store.ts'
import type { CalibrationRow } from './record.ts'
import type { FrozenRequirements } from './snapshot.ts'

/** Returns the requirements currently in force. */
export function requirementsNow(
  workspace: Pick<Workspace, 'standards' | 'defaultDecisionRule'>,
): FrozenRequirements {
  return requirementsOf(workspace.standards, workspace.defaultDecisionRule)
}

/** What is known of the requirements in force when the first record of a chain was appended. */
export interface RequirementsAtAppend {
  /** As frozen by the record; undefined in records of releases that froze none. */
  readonly frozen: FrozenRequirements | undefined
  /** The standards selected at its position in the ledger, if they have changed since. */
  readonly standards: readonly string[] | undefined
}

/** Reads the requirements that applied to a record. */
export async function findRequirementsAtAppend(
  queries: WorkspaceQueries,
  { calibrationId, chainFirstLedgerIndex }: Pick<CalibrationRow, 'calibrationId' | 'chainFirstLedgerIndex'>,
): Promise<RequirementsAtAppend> {
  const snapshot = await findSnapshot(queries, calibrationId)
  const frozen = snapshot?.requirements
  return { frozen, standards: frozen ? undefined : await findStandardsAfter(queries, chainFirstLedgerIndex) }
}

/**
 * Returns the requirements that a correction of a record must meet: those in force when the first record of its chain
 * was appended. For records of releases that froze none, these are the standards selected at their place in the
 * ledger, with the current catalog and default decision rule.
 */
export function requirementsAtAppend(
  { standards, defaultDecisionRule }: Pick<Workspace, 'standards' | 'defaultDecisionRule'>,
  then: RequirementsAtAppend,
): FrozenRequirements {
  return then.frozen ?? requirementsOf(then.standards ?? standards, defaultDecisionRule)
}

function requirementsOf(
  standards: readonly string[],
  defaultDecisionRule: string | null,
): FrozenRequirements {
  const requiredOf = (calibrationType: CalibrationType) =>
    requiredFields(standards, { calibrationType, workspaceDefaultDecisionRule: defaultDecisionRule })
  return {
    standards: [...standards],
    required: {
      in_house: requiredOf('in_house'),
      external_certificate: requiredOf('external_certificate'),
    },
  }
}

/** @throws 422 FIELD_REQUIREMENTS_UNMET listing every required field that is blank in the body */
export function requireFields(
  { standards, required }: FrozenRequirements,
  body: Readonly<Record<string, unknown>> & { calibration_type?: CalibrationType | null },
): void {
  const calibrationType = body.calibration_type ?? null
  const missing = missingOf(required[calibrationType ?? 'in_house'], standards, calibrationType, body)
  if (missing.length === 0) return
  throw new ApiError('FIELD_REQUIREMENTS_UNMET', { details: { missing_fields: missing } })
}
