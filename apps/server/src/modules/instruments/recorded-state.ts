import { columnsAfter } from '../ledger/index.ts'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { InstrumentRow } from './instrument.ts'
import { fieldsOfColumns, instrumentPayload } from './ledger-payload.ts'
import {
  findStateEntries,
  instrumentAtKey,
  type InstrumentAt,
  type StateEntry,
} from './recorded-state-store.ts'

/**
 * What people had recorded about an instrument by an instant. What calibrations determine (basis, quarantine by a
 * result, return from sending out) is left to the calibrations module.
 */
export interface RecordedState extends Pick<
  InstrumentRow,
  | 'status'
  | 'statusBeforeSendingOut'
  | 'sentOutOn'
  | 'calibrationIntervalValue'
  | 'calibrationIntervalUnit'
  | 'extensionUntil'
  | 'extensionBasisId'
> {
  /** The last time by then that a person set or lifted the quarantine; null if that never happened. */
  readonly quarantine: { readonly isQuarantined: boolean; readonly at: string } | null
}

/**
 * Returns the recorded state of each instrument at its instant, in the given order; undefined for an ID that the
 * workspace does not have. For an instant before the first entry, for example in a migrated register, returns what
 * the first entry states.
 */
export async function recordedStates(
  queries: WorkspaceQueries,
  wanted: readonly InstrumentAt[],
): Promise<(RecordedState | undefined)[]> {
  if (wanted.length === 0) return []
  const entries = Map.groupBy(await findStateEntries(queries, wanted), instrumentAtKey)
  return wanted.map((use) => {
    const own = entries.get(instrumentAtKey(use))
    return own && stateAfter(own)
  })
}

/** Replays entries of one instrument; the first of them must create it. */
function stateAfter(entries: readonly StateEntry[]): RecordedState {
  let state: Partial<InstrumentRow> = {}
  let quarantine: RecordedState['quarantine'] = null
  for (const { kind, payload: text, recordedAt } of entries) {
    const payload = JSON.parse(text)
    const isFirst = kind === 'instrument.created'
    const fields = fieldsOfColumns(isFirst ? instrumentPayload.columns(payload) : columnsAfter({ payload }))
    state = { ...state, ...fields }
    if (isFirst && fields.isQuarantined) quarantine = { isQuarantined: true, at: recordedAt }
    if (kind === 'instrument.quarantined') quarantine = { isQuarantined: true, at: recordedAt }
    if (kind === 'instrument.quarantine_lifted') quarantine = { isQuarantined: false, at: recordedAt }
  }
  // The first entry records every field.
  return { ...(state as InstrumentRow), quarantine }
}
