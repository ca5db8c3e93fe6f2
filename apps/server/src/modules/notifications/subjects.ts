import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findRecords, type RecordRow } from '../calibrations/index.ts'
import { findFindings, type FindingRow } from '../findings/index.ts'
import { findInstruments, type InstrumentRow } from '../instruments/index.ts'

/** Returns a subject of entries by ID. Throws Error if it was not read or does not exist. */
export type SubjectOf<Row> = (id: string) => Row

/** Reads the records with these IDs in one statement. */
export async function readRecords(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<SubjectOf<RecordRow>> {
  const rows = await unlessEmpty(ids, (some) => findRecords(queries, some))
  return subjectOf('record', rows, ({ calibrationId }) => calibrationId)
}

/** Reads the instruments with these IDs in one statement, at all sites. */
export async function readInstruments(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<SubjectOf<InstrumentRow>> {
  const rows = await unlessEmpty(ids, (some) => findInstruments(queries, some, null))
  return subjectOf('instrument', rows, ({ instrumentId }) => instrumentId)
}

/** Reads the findings with these IDs in one statement, at all sites. */
export async function readFindings(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<SubjectOf<FindingRow>> {
  const rows = await unlessEmpty(ids, (some) => findFindings(queries, some))
  return subjectOf('finding', rows, ({ findingId }) => findingId)
}

/** Reads nothing if there are no IDs: most entries do not concern anyone. */
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
