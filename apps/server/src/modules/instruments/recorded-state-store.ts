import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import type { EntryKind } from '../ledger/index.ts'

/** An instrument at an instant, in the form of the API. */
export interface InstrumentAt {
  readonly instrumentId: string
  readonly at: string
}

/** Names an instrument at an instant, as a key of maps. */
export function instrumentAtKey({ instrumentId, at }: InstrumentAt): string {
  return `${instrumentId} ${at}`
}

/** An entry that says something of the state of an instrument, with the instant that it was asked for. */
export interface StateEntry extends InstrumentAt {
  readonly kind: EntryKind
  readonly recordedAt: string
  readonly payload: string
}

/** Kinds of entries that say something of it. */
const stateKinds: readonly EntryKind[] = [
  'instrument.created',
  'instrument.updated',
  'instrument.status_changed',
  'instrument.retired',
  'instrument.due_extended',
  'instrument.due_extension_removed',
  'instrument.quarantined',
  'instrument.quarantine_lifted',
]

/** Reads the entries of instruments by their instants, in the order of the ledger; the first of each whenever it was made. */
export function findStateEntries(
  queries: WorkspaceQueries,
  wanted: readonly InstrumentAt[],
): Promise<StateEntry[]> {
  return queries.rows<StateEntry>(sql`
    select wanted."instrumentId", wanted.at, e.kind, e.at as "recordedAt", e.payload
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted ("instrumentId" text, at text)
    join ledger_entries e on e.workspace_id = ${queries.workspaceId} and e.subject_id = wanted."instrumentId"
      and e.kind = any(${stateKinds}::text[])
      and (e.at <= wanted.at::timestamptz or e.kind = 'instrument.created')
    order by e.index`)
}
