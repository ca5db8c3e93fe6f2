import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findRecords, type RecordRow } from '../calibrations/index.ts'
import { findFindings, type FindingRow } from '../findings/index.ts'
import { findInstruments, type InstrumentRow } from '../instruments/index.ts'

/** Returns a subject of entries. Throws Error for one that was not among those read, or that no row has. */
export type SubjectOf<Row> = (id: string) => Row

/** Reads the records with these IDs at once. */
export async function readRecords(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<SubjectOf<RecordRow>> {
  const rows = await unlessEmpty(ids, (some) => findRecords(queries, some))
  return subjectOf('record', rows, ({ calibrationId }) => calibrationId)
}

/** Reads the instruments with these IDs at once, at all sites. */
export async function readInstruments(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<SubjectOf<InstrumentRow>> {
  const rows = await unlessEmpty(ids, (some) => findInstruments(queries, some, null))
  return subjectOf('instrument', rows, ({ instrumentId }) => instrumentId)
}

/** Reads the findings with these IDs at once, at all sites. */
export async function readFindings(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<SubjectOf<FindingRow>> {
  const rows = await unlessEmpty(ids, (some) => findFindings(queries, some))
  return subjectOf('finding', rows, ({ findingId }) => findingId)
}

/** Most entries concern nobody: nothing is read for them. */
async function unlessEmpty<Row>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  return ids.length === 0 ? [] : read([...new Set(ids)])
}

function subjectOf<Row>(what: string, rows: readonly Row[], idOf: (row: Row) => string): SubjectOf<Row> {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return (id) => {
    const row = byId.get(id)
    if (row === undefined) throw new Error(`${what} ${id} vanished`)
    return row
  }
}
