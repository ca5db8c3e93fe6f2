import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import type { EntryKind } from '../ledger/index.ts'

/** An instrument at an instant, in API format. */
export interface InstrumentAt {
  readonly instrumentId: string
  readonly at: string
}

/** Returns a map key for an instrument at an instant. */
export function instrumentAtKey({ instrumentId, at }: InstrumentAt): string {
  return `${instrumentId} ${at}`
}

/** An entry that affects the state of an instrument, with the requested instant. */
export interface StateEntry extends InstrumentAt {
  readonly kind: EntryKind
  readonly recordedAt: string
  readonly payload: string
}

/** Kinds of entries that affect it. */
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

/**
 * Returns the entries of instruments up to their instants, in ledger order; the first entry of each is included
 * whatever its time.
 */
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
