import type { InstrumentSummary } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { presentSummaries, summaryFields, type Reader } from '../present.ts'
import { findInstruments } from '../store.ts'

/**
 * Instruments by their ids as lists show them at an instant; ids that there are not are left out. Whether
 * a person may see them is the caller's to ask.
 */
export async function summariesOf(
  queries: WorkspaceQueries,
  workspace: Reader,
  instrumentIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, InstrumentSummary>> {
  if (instrumentIds.length === 0) return new Map()
  const rows = await findInstruments(queries, instrumentIds, summaryFields)
  return new Map(presentSummaries(rows, workspace, now).map((summary) => [summary.id, summary]))
}
