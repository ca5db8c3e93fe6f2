import type { DueInstrument } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { Workspace } from '../workspaces/index.ts'
import { findDueRows } from './due-store.ts'
import { serializeDue } from './serialize.ts'

/** Returns rows of the worklist for instruments, by ID, at an instant; instruments without a due date are omitted. */
export async function dueInstruments(
  queries: WorkspaceQueries,
  workspace: Workspace,
  instrumentIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, DueInstrument>> {
  const rows = await findDueRows(queries, workspace.dueSlot, instrumentIds)
  const planned = rows.filter(({ status }) => status !== 'retired' && status !== 'REFERENCE_ONLY')
  return new Map(planned.map((row) => [row.instrumentId, serializeDue(row, workspace, now)]))
}
