import type { FirstSteps } from '@plumbline/contract'
import type { Database } from '../../platform/db/index.ts'
import { hasSeveralMembers, type Caller } from '../access/index.ts'
import { anyMeasured } from '../calibrations/index.ts'
import { anyInstrument } from '../instruments/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { areDismissed, isSingleApprover } from './store.ts'

/**
 * Returns which setup steps of a workspace are complete, no matter who completed them. Each is determined by the first
 * matching row, so that it takes no longer in a large register.
 */
export async function readFirstSteps(db: Database, caller: Caller): Promise<FirstSteps> {
  const queries = db.in(caller.workspaceId)
  const { standards } = caller.workspace
  const [workspace, areSeveral, isSingle, instruments, calibration, isDismissed] = await Promise.all([
    findWorkspace(queries),
    hasSeveralMembers(queries),
    isSingleApprover(queries),
    anyInstrument(queries),
    anyMeasured(queries),
    areDismissed(queries, caller.id),
  ])
  return {
    laboratory: Boolean(workspace?.laboratory.name && workspace.laboratory.address),
    people: areSeveral || isSingle,
    instruments,
    standards: standards.length > 0,
    calibration,
    is_single_approver: isSingle && !areSeveral,
    is_dismissed: isDismissed,
  }
}
