import type { InstrumentSummary } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { serializeSummaries, summaryFields, type Reader } from '../serialize.ts'
import { findInstruments } from '../store.ts'

/**
 * Returns instruments by ID as lists show them at an instant; unknown IDs are omitted. The caller must check whether
 * the person may see them.
 */
export async function summariesOf(
  queries: WorkspaceQueries,
  workspace: Reader,
  instrumentIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, InstrumentSummary>> {
  if (instrumentIds.length === 0) return new Map()
  const rows = await findInstruments(queries, instrumentIds, summaryFields)
  return new Map(serializeSummaries(rows, workspace, now).map((summary) => [summary.id, summary]))
}
