import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { newKey } from '../../base/retrying.ts'
import {
  draftName,
  drafts,
  type DraftPlace,
  type DraftValues,
  type RecordBody,
  type RecordDraft,
} from './record-draft.ts'
import type { SendState } from './record-sender.ts'
import { sender } from './unsent-records.ts'

/** A window that began to save is waited for this long before another one goes on with it. */
const TAKEN_OVER_AFTER_MS = 5000

/** What another window is sending is on its way here too. */
const ON_ITS_WAY: SendState = { phase: 'sending', tries: 0 }

/** A draft as a form works with it. */
export interface OpenDraft<Values extends DraftValues> {
  /** Of the record that it becomes; another one once the draft was discarded. */
  readonly key: string
  readonly values: Values
  /** When the entries that were found here were made; null for a fresh form. */
  readonly restoredAt: string | null
  readonly state: SendState
  readonly change: (values: Values) => void
  /** Throws away what was entered and begins anew. */
  readonly discard: () => void
  /** Saves: hands the body to the sender, which does not let go before the server has responded. */
  readonly save: (body: RecordBody) => void
  /** Tries at once what waits. */
  readonly retry: () => void
}

/**
 * The draft at a place: found again where there is one, begun otherwise. Windows of one browser share it, key
 * included, so that none of them can write a second record.
 * @param initial what a fresh form holds
 */
export function useRecordDraft<Values extends DraftValues>(
  place: DraftPlace,
  label: string,
  initial: Values,
): OpenDraft<Values> {
  const [draft, setDraft] = useState(() => openDraft(place, label, initial))
  const [restoredAt, setRestoredAt] = useState(draft.touched ? draft.changedAt : null)
  const state = useSyncExternalStore(sender.subscribe, () => sender.stateOf(place, draft.key))
  useSharedDraft(draft, initial, setDraft)
  const values = useMemo(() => ({ ...initial, ...draft.values }), [draft.values, initial])
  const keep = (changed: RecordDraft) => {
    drafts.write(changed)
    setDraft(changed)
  }
  return {
    key: draft.key,
    values,
    restoredAt,
    state: state.phase === 'idle' && draft.sending !== null ? ON_ITS_WAY : state,
    // What the server has refused is no longer on its way.
    change: (changed) => keep({ ...draft, values: changed, touched: true, changedAt: now(), sending: null }),
    discard: () => {
      setRestoredAt(null)
      keep(freshDraft(place, label, initial))
    },
    save: (body) => {
      const kept = drafts.read(place)
      // Gone or begun anew in another window: what this one shows has been dealt with.
      if (kept !== null && kept.key === draft.key) {
        keep({ ...draft, touched: true, changedAt: now(), sending: { body } })
      }
      void sender.send(place, draft.key)
    },
    retry: () => void sender.send(place, draft.key),
  }
}

/** Takes over what another window does to the same draft. */
function useSharedDraft(
  draft: RecordDraft,
  initial: DraftValues,
  setDraft: (draft: RecordDraft) => void,
): void {
  useEffect(() => {
    const name = draftName(draft)
    const hear = (event: StorageEvent) => {
      if (event.key !== name) return
      const changed = drafts.read(draft)
      if (changed !== null) setDraft(changed.touched ? changed : { ...changed, values: initial })
      // The sender finds the draft gone and says so.
      else if (sender.stateOf(draft, draft.key).phase !== 'saved') void sender.send(draft, draft.key)
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [draft, initial, setDraft])
  const { sending } = draft
  useEffect(() => {
    if (sending === null) return undefined
    // The window that saves may be closed before it is through.
    const timer = setTimeout(() => {
      if (sender.stateOf(draft, draft.key).phase === 'idle') void sender.send(draft, draft.key)
    }, TAKEN_OVER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, sending])
}

function openDraft(place: DraftPlace, label: string, initial: DraftValues): RecordDraft {
  const kept = drafts.read(place)
  if (kept?.touched) return kept
  const draft = kept === null ? freshDraft(place, label, initial) : { ...kept, label, values: initial }
  drafts.write(draft)
  return draft
}

function freshDraft(place: DraftPlace, label: string, values: DraftValues): RecordDraft {
  const key = newKey()
  return { ...place, label, key, values, touched: false, changedAt: now(), sending: null }
}

function now(): string {
  return new Date().toISOString()
}
