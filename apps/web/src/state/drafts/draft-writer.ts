import { newKey } from '../../base/retrying.ts'
import { mergeValues } from './merge-values.ts'
import type { DraftStore, RecordDraft } from './record-draft.ts'

/** Entries are written this soon after they were typed, several keys at a time: each writing holds the page up. */
const WRITTEN_WITHIN_MS = 300

/** What became of a draft when it was written. */
export type Written =
  /** As it is on the device now, with what another window has added. */
  | { readonly draft: RecordDraft; readonly isKept: boolean }
  /** Another window has saved, discarded or begun to send it: what it left there holds, null where that is nothing. */
  | { readonly elsewhere: RecordDraft | null }

/** What a writer needs of its surroundings. */
export interface WriterDeps {
  readonly drafts: Pick<DraftStore, 'read' | 'write'>
  /** Runs something later; returns how to call it off. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  readonly onWritten: (written: Written) => void
}

/** Keeps a draft on the device while it is typed, without writing it anew for each key. */
export interface DraftWriter {
  /** Takes a changed draft, to be written soon. */
  put(draft: RecordDraft): void
  /** Writes what is not written yet at once: the page is about to go. */
  flush(): void
  /** Takes over what stands on the device, with what is not written yet. */
  takeOver(stored: RecordDraft): RecordDraft
  /** Writes a draft whatever another window did: it is being saved, or begun anew. Whether the device keeps it. */
  replace(draft: RecordDraft): boolean
}

/** Writers of the forms that are open in this window. */
const openWriters = new Set<DraftWriter>()

/** Notes that the form of a writer is open; returns how to note that it is closed. */
export function openWriter(writer: DraftWriter): () => void {
  openWriters.add(writer)
  return () => void openWriters.delete(writer)
}

/** Writes at once what was typed a moment ago in any form of this window, for whoever asks the device for drafts next. */
export function flushOpenDrafts(): void {
  for (const writer of openWriters) writer.flush()
}

/** @param opened the draft as it stands on the device */
export function draftWriter({ drafts, after, onWritten }: WriterDeps, opened: RecordDraft): DraftWriter {
  // What this window and the device both had last.
  let base = opened
  let pending: RecordDraft | null = null
  let cancel: (() => void) | null = null
  const settle = () => {
    cancel?.()
    cancel = null
    pending = null
  }
  const write = (draft: RecordDraft) => {
    settle()
    base = { ...draft, writing: newKey() }
    return drafts.write(base)
  }
  const flush = () => {
    if (pending === null) return
    const stored = drafts.read(pending)
    if (stored !== null && isOfSameWriting(stored, pending)) {
      const draft = withEntriesOf(stored, base, pending)
      return onWritten({ draft, isKept: write(draft) })
    }
    settle()
    base = stored ?? base
    onWritten({ elsewhere: stored })
  }
  const takeOver = (stored: RecordDraft) => {
    const mine = pending !== null && isOfSameWriting(stored, pending) ? pending : null
    const draft = mine === null ? stored : withEntriesOf(stored, base, mine)
    if (mine === null) settle()
    else pending = draft
    base = stored
    return draft
  }
  const put = (draft: RecordDraft) => {
    pending = draft
    cancel ??= after(WRITTEN_WITHIN_MS, flush)
  }
  return { put, flush, takeOver, replace: write }
}

/** Whether a window may go on writing what stands there: nobody discarded it or is sending it. */
function isOfSameWriting(stored: RecordDraft, mine: RecordDraft): boolean {
  return stored.key === mine.key && stored.sending === null
}

function withEntriesOf(stored: RecordDraft, base: RecordDraft, mine: RecordDraft): RecordDraft {
  if (stored.writing === base.writing) return mine
  return { ...mine, values: mergeValues(base.values, mine.values, stored.values) }
}
