import type { DueInstrument } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { Workspace } from '../workspaces/index.ts'
import { findDueRows } from './due-store.ts'
import { presentDue } from './present.ts'

/**
 * Rows of the worklist for instruments, by id, as they are at an instant; those that are not in the plan,
 * or not any more, are left out.
 */
export async function dueInstruments(
  queries: WorkspaceQueries,
  workspace: Workspace,
  instrumentIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, DueInstrument>> {
  const rows = await findDueRows(queries, workspace.dueSlot, instrumentIds)
  const planned = rows.filter(({ status }) => status !== 'retired' && status !== 'REFERENCE_ONLY')
  return new Map(planned.map((row) => [row.instrumentId, presentDue(row, workspace, now)]))
}
