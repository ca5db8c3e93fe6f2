import type { FirstSteps } from '@plumbline/contract'
import type { Database } from '../../platform/db/index.ts'
import { hasSeveralMembers, type Caller } from '../access/index.ts'
import { anyMeasured } from '../calibrations/index.ts'
import { anyInstrument } from '../instruments/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { areDismissed, isSaidAlone } from './store.ts'

/**
 * How far a workspace has come on its way to a running program: what is true, whoever did it and however. Each is
 * found by the first row that shows it, so that it takes no longer in a large register.
 */
export async function readFirstSteps(db: Database, caller: Caller): Promise<FirstSteps> {
  const queries = db.in(caller.workspaceId)
  const { standards } = caller.workspace
  const [workspace, areSeveral, isAlone, instruments, calibration, isDismissed] = await Promise.all([
    findWorkspace(queries),
    hasSeveralMembers(queries),
    isSaidAlone(queries),
    anyInstrument(queries),
    anyMeasured(queries),
    areDismissed(queries, caller.id),
  ])
  return {
    laboratory: Boolean(workspace?.laboratory.name && workspace.laboratory.address),
    people: areSeveral || isAlone,
    instruments,
    standards: standards.length > 0,
    calibration,
    works_alone: isAlone && !areSeveral,
    is_dismissed: isDismissed,
  }
}
