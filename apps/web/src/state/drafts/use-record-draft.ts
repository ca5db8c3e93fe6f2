import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { newKey } from '../../base/retrying.ts'
import { draftWriter, openWriter, type DraftWriter, type Written } from './draft-writer.ts'
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

/** How long to wait for a window that started to save before another one takes over. */
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
  /** Whether the device keeps what is typed; otherwise it is lost with the page. */
  readonly isKept: boolean
  readonly change: (values: Values) => void
  /** Throws away what was entered and begins anew. */
  readonly discard: () => void
  /** Saves: hands the body to the sender, which does not let go before the server has responded. */
  readonly save: (body: RecordBody) => void
  /** Takes what waits back into the form, to be changed and saved again under its key. */
  readonly takeBack: () => void
  /** Stops sending what waits, and begins anew. */
  readonly withdraw: () => void
  /** Immediately retries what is waiting. */
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
  const { draft, restoredAt, isKept, writer, setDraft, replace } = useKeptDraft(place, label, initial)
  const state = useSyncExternalStore(sender.subscribe, () => sender.stateOf(place, draft.key))
  useTakingOver(draft)
  const values = useMemo(() => ({ ...initial, ...draft.values }), [draft.values, initial])
  return {
    key: draft.key,
    values,
    restoredAt,
    isKept,
    state: state.phase === 'idle' && draft.sending !== null ? ON_ITS_WAY : state,
    change: (changed) => {
      // A refused draft is no longer being sent.
      const typed = { ...draft, values: changed, touched: true, changedAt: now(), sending: null }
      writer.put(typed)
      setDraft(typed)
    },
    discard: () => replace(freshDraft(place, label, initial)),
    save: (body) => {
      writer.flush()
      const kept = drafts.read(place)
      // Gone or begun anew in another window: what this one shows has been dealt with.
      if (kept !== null && kept.key === draft.key) {
        replace({ ...draft, touched: true, changedAt: now(), sending: { body } })
      }
      void sender.send(place, draft.key)
    },
    takeBack: () => {
      if (sender.takeBack(place, draft.key)) replace({ ...draft, sending: null, takenBack: true })
    },
    withdraw: () => {
      if (sender.takeBack(place, draft.key)) replace(freshDraft(place, label, initial))
    },
    retry: () => void sender.send(place, draft.key),
  }
}

/** The draft at a place as this window shows it, what writes it, and whether the device keeps it. */
function useKeptDraft(place: DraftPlace, label: string, initial: DraftValues) {
  const [opened] = useState(() => openDraft(place, label, initial))
  const [draft, setDraft] = useState(opened.draft)
  const [isKept, setKept] = useState(opened.isKept)
  const [foundKey] = useState(draft.touched ? draft.key : null)
  const writer = useWriter(opened.draft, initial, setDraft, setKept)
  useSharedDraft(draft, initial, writer, setDraft)
  const replace = (changed: RecordDraft) => {
    setKept(writer.replace(changed))
    setDraft(changed)
  }
  // Nothing is found again in one that was begun anew.
  const restoredAt = draft.key === foundKey ? opened.draft.changedAt : null
  return { draft, restoredAt, isKept, writer, setDraft, replace }
}

/** Writes entries, at the latest when the page closes or another window becomes active. */
function useWriter(
  opened: RecordDraft,
  initial: DraftValues,
  setDraft: (draft: RecordDraft) => void,
  setKept: (isKept: boolean) => void,
): DraftWriter {
  const onWritten = useCallbackRef((written: Written) => {
    if ('draft' in written) {
      setKept(written.isKept)
      setDraft(written.draft)
    } else if (written.elsewhere !== null) {
      setDraft(shownDraft(written.elsewhere, initial))
    } else askSender(opened)
  })
  const [writer] = useState(() => draftWriter({ drafts, after: later, onWritten }, opened))
  useEffect(() => {
    const flush = () => writer.flush()
    const close = openWriter(writer)
    addEventListener('pagehide', flush)
    addEventListener('blur', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      close()
      removeEventListener('pagehide', flush)
      removeEventListener('blur', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [writer])
  return writer
}

/** Takes over what another window does to the same draft. */
function useSharedDraft(
  draft: RecordDraft,
  initial: DraftValues,
  writer: DraftWriter,
  setDraft: (draft: RecordDraft) => void,
): void {
  const hear = useCallbackRef((event: StorageEvent) => {
    if (event.key !== draftName(draft)) return
    const changed = drafts.read(draft)
    if (changed !== null) setDraft(shownDraft(writer.takeOver(changed), initial))
    else askSender(draft)
  })
  useEffect(() => {
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [hear])
}

/** The sender finds a draft gone and says so. */
function askSender(draft: RecordDraft): void {
  if (sender.stateOf(draft, draft.key).phase !== 'saved') void sender.send(draft, draft.key)
}

/** Goes on with the saving of a window that may have been closed before it was through. */
function useTakingOver(draft: RecordDraft): void {
  const { sending } = draft
  useEffect(() => {
    if (sending === null) return undefined
    const timer = setTimeout(() => {
      if (sender.stateOf(draft, draft.key).phase === 'idle') void sender.send(draft, draft.key)
    }, TAKEN_OVER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft, sending])
}

/** An untouched draft shows the current values of a new form. */
function shownDraft(draft: RecordDraft, initial: DraftValues): RecordDraft {
  return draft.touched ? draft : { ...draft, values: initial }
}

/** The draft at a place and whether the device keeps it. */
function openDraft(place: DraftPlace, label: string, initial: DraftValues) {
  const found = drafts.read(place)
  const draft = found?.touched
    ? found
    : found === null
      ? freshDraft(place, label, initial)
      : { ...found, label, values: initial }
  return { draft, isKept: drafts.write(draft) }
}

function freshDraft(place: DraftPlace, label: string, values: DraftValues): RecordDraft {
  const key = newKey()
  return { ...place, label, key, values, touched: false, changedAt: now(), sending: null }
}

function later(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

function now(): string {
  return new Date().toISOString()
}
