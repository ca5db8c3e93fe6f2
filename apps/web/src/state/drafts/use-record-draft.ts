import { useCallbackRef } from '@mantine/hooks'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { newKey } from '../../base/retrying.ts'
import { draftWriter, openWriter, type DraftWriter, type Written } from './draft-writer.ts'
import {
  draftName,
  drafts,
  type DraftId,
  type DraftValues,
  type RecordBody,
  type RecordDraft,
} from './record-draft.ts'
import type { SendState } from './record-sender.ts'
import { sender } from './unsent-records.ts'

/** How long to wait for a window that started to save before another one takes over. */
const TAKEN_OVER_AFTER_MS = 5000

/** The state shown for a draft that another window is sending. */
const ON_ITS_WAY: SendState = { phase: 'sending', tries: 0 }

/** A draft for use in a form. */
export interface OpenDraft<Values extends DraftValues> {
  /** The Idempotency-Key of the record; a new one after the draft has been discarded. */
  readonly key: string
  readonly values: Values
  /** When the restored entries were made; null for a new form. */
  readonly restoredAt: string | null
  readonly state: SendState
  /** Whether entries are stored on the device; otherwise they are lost when the page closes. */
  readonly isSaved: boolean
  readonly change: (values: Values) => void
  /** Discards the entries and starts a new draft. */
  readonly discard: () => void
  /** Saves the record: passes the body to the sender, which retries until the server has responded. */
  readonly save: (body: RecordBody) => void
  /** Returns a waiting record to the form, to be changed and saved again under the same key. */
  readonly takeBack: () => void
  /** Stops sending a waiting record and starts a new draft. */
  readonly withdraw: () => void
  /** Immediately retries what is waiting. */
  readonly retry: () => void
}

/**
 * The draft of a new calibration or correction: the stored one if there is one, otherwise a new one. The windows of a
 * browser share it, including its key, so that they cannot create two records.
 * @param initial the values of a new form
 */
export function useRecordDraft<Values extends DraftValues>(
  draftId: DraftId,
  label: string,
  initial: Values,
): OpenDraft<Values> {
  const { draft, restoredAt, isSaved, writer, setDraft, replace } = useSavedDraft(draftId, label, initial)
  const state = useSyncExternalStore(sender.subscribe, () => sender.stateOf(draftId, draft.key))
  useTakingOver(draft)
  const values = useMemo(() => ({ ...initial, ...draft.values }), [draft.values, initial])
  return {
    key: draft.key,
    values,
    restoredAt,
    isSaved,
    state: state.phase === 'idle' && draft.sending !== null ? ON_ITS_WAY : state,
    change: (changed) => {
      // A refused draft is no longer being sent.
      const typed = { ...draft, values: changed, touched: true, changedAt: now(), sending: null }
      writer.put(typed)
      setDraft(typed)
    },
    discard: () => replace(freshDraft(draftId, label, initial)),
    save: (body) => {
      writer.flush()
      const kept = drafts.read(draftId)
      // If another window has removed or replaced the draft, the one shown here is finished.
      if (kept !== null && kept.key === draft.key) {
        replace({ ...draft, touched: true, changedAt: now(), sending: { body } })
      }
      void sender.send(draftId, draft.key)
    },
    takeBack: () => {
      if (sender.takeBack(draftId, draft.key)) replace({ ...draft, sending: null, takenBack: true })
    },
    withdraw: () => {
      if (sender.takeBack(draftId, draft.key)) replace(freshDraft(draftId, label, initial))
    },
    retry: () => void sender.send(draftId, draft.key),
  }
}

/** The draft as shown in this window, its writer, and whether it is stored on the device. */
function useSavedDraft(draftId: DraftId, label: string, initial: DraftValues) {
  const [opened] = useState(() => openDraft(draftId, label, initial))
  const [draft, setDraft] = useState(opened.draft)
  const [isSaved, setSaved] = useState(opened.isSaved)
  const [foundKey] = useState(draft.touched ? draft.key : null)
  const writer = useWriter(opened.draft, initial, setDraft, setSaved)
  useSharedDraft(draft, initial, writer, setDraft)
  const replace = (changed: RecordDraft) => {
    setSaved(writer.replace(changed))
    setDraft(changed)
  }
  // A new draft has no restored entries.
  const restoredAt = draft.key === foundKey ? opened.draft.changedAt : null
  return { draft, restoredAt, isSaved, writer, setDraft, replace }
}

/** Writes entries, at the latest when the page closes or another window becomes active. */
function useWriter(
  opened: RecordDraft,
  initial: DraftValues,
  setDraft: (draft: RecordDraft) => void,
  setSaved: (isSaved: boolean) => void,
): DraftWriter {
  const onWritten = useCallbackRef((written: Written) => {
    if ('draft' in written) {
      setSaved(written.isSaved)
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

/** Applies the changes that another window makes to the same draft. */
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

/** Lets the sender find out that a draft is gone and report it. */
function askSender(draft: RecordDraft): void {
  if (sender.stateOf(draft, draft.key).phase !== 'saved') void sender.send(draft, draft.key)
}

/** Resumes saving that was started in a window that may have been closed before it was finished. */
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

/** Returns the draft, and whether it is stored on the device. */
function openDraft(draftId: DraftId, label: string, initial: DraftValues) {
  const found = drafts.read(draftId)
  const draft = found?.touched
    ? found
    : found === null
      ? freshDraft(draftId, label, initial)
      : { ...found, label, values: initial }
  return { draft, isSaved: drafts.write(draft) }
}

function freshDraft(draftId: DraftId, label: string, values: DraftValues): RecordDraft {
  const key = newKey()
  return { ...draftId, label, key, values, touched: false, changedAt: now(), sending: null }
}

function later(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

function now(): string {
  return new Date().toISOString()
}
