import type { CalibrationType } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { missingOf, requiredFields } from '../standards/index.ts'
import type { Workspace } from '../workspaces/index.ts'
import { findSnapshot } from './read-store.ts'
import type { CalibrationRow } from './record.ts'
import type { FrozenRequirements } from './snapshot.ts'
import { findStandardsAfter } from './standards-store.ts'

/** The requirements that hold now. */
export function requirementsNow(
  workspace: Pick<Workspace, 'standards' | 'defaultDecisionRule'>,
): FrozenRequirements {
  return requirementsOf(workspace.standards, workspace.defaultDecisionRule)
}

/**
 * The requirements that a correction of a record has to meet: those in force when the first record of its chain
 * was appended. Records of releases that froze none are held to the standards that were selected at their place in
 * the ledger, with the catalogue and the default decision rule of today.
 */
export async function requirementsFrozenWith(
  queries: WorkspaceQueries,
  workspace: Pick<Workspace, 'standards' | 'defaultDecisionRule'>,
  row: Pick<CalibrationRow, 'calibrationId' | 'chainFirstLedgerIndex'>,
): Promise<FrozenRequirements> {
  const snapshot = await findSnapshot(queries, row.calibrationId)
  if (snapshot?.requirements) return snapshot.requirements
  const selectedThen = await findStandardsAfter(queries, row.chainFirstLedgerIndex)
  return requirementsOf(selectedThen ?? workspace.standards, workspace.defaultDecisionRule)
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

/** @throws 422 FIELD_REQUIREMENTS_UNMET with every required field that the body leaves blank */
export function requireFields(
  { standards, required }: FrozenRequirements,
  body: Readonly<Record<string, unknown>> & { calibration_type?: CalibrationType | null },
): void {
  const calibrationType = body.calibration_type ?? null
  const missing = missingOf(required[calibrationType ?? 'in_house'], standards, calibrationType, body)
  if (missing.length === 0) return
  throw new ApiError('FIELD_REQUIREMENTS_UNMET', { details: { missing_fields: missing } })
}
