import { newKey } from '../../base/retrying.ts'
import { isSame, mergeValues } from './merge-values.ts'
import type { DraftStore, DraftValues, RecordDraft } from './record-draft.ts'

/** Entries are written this soon after they were typed, several keys at a time: each writing holds the page up. */
const WRITTEN_WITHIN_MS = 300

/** So many writings of a draft are told apart: windows hear of each other's within moments. */
const REMEMBERED_WRITINGS = 20

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

/**
 * Windows do not see each other's writings at once: one may write over what it has not seen. The window whose writing
 * was lost so finds that it is not among those which the new one was made after, and puts its entries in again.
 * @param opened the draft as it stands on the device
 */
export function draftWriter({ drafts, after, onWritten }: WriterDeps, opened: RecordDraft): DraftWriter {
  // What this window and the device both had last.
  let base = opened
  const remembered = new Map<string, DraftValues>([[writingOf(opened), opened.values]])
  let pending: RecordDraft | null = null
  let cancel: (() => void) | null = null
  const settle = () => {
    cancel?.()
    cancel = null
    pending = null
  }
  const rememberAsBase = (draft: RecordDraft) => {
    base = draft
    remembered.set(writingOf(draft), draft.values)
    for (const name of [...remembered.keys()].slice(0, -REMEMBERED_WRITINGS)) remembered.delete(name)
  }
  const write = (draft: RecordDraft) => {
    settle()
    const writtenAfter = [writingOf(base), ...(base.writtenAfter ?? [])].slice(0, REMEMBERED_WRITINGS)
    rememberAsBase({ ...draft, writing: newKey(), writtenAfter })
    return drafts.write(base)
  }
  /** The entries of this window in what stands on the device. */
  const withEntriesHere = (stored: RecordDraft, mine: RecordDraft): RecordDraft => {
    if (stored.writing === base.writing) return mine
    const common = [writingOf(stored), ...(stored.writtenAfter ?? [])].find((name) => remembered.has(name))
    const ancestor = (common !== undefined && remembered.get(common)) || base.values
    const values = mergeValues(ancestor, mine.values, stored.values)
    return { ...mine, touched: mine.touched || stored.touched, sending: null, values }
  }
  const flush = () => {
    if (pending === null) return
    const stored = drafts.read(pending)
    if (stored !== null && isOfSameWriting(stored, pending)) {
      const draft = withEntriesHere(stored, pending)
      rememberAsBase(stored)
      return onWritten({ draft, isKept: write(draft) })
    }
    settle()
    base = stored ?? base
    onWritten({ elsewhere: stored })
  }
  const put = (draft: RecordDraft) => {
    pending = draft
    cancel ??= after(WRITTEN_WITHIN_MS, flush)
  }
  const takeOver = (stored: RecordDraft) => {
    const mine = pending ?? base
    const isShared = isOfSameWriting(stored, mine)
    const draft = isShared ? withEntriesHere(stored, mine) : stored
    rememberAsBase(stored)
    if (!isShared || isSame(draft.values, stored.values)) {
      settle()
      return stored
    }
    put(draft)
    return draft
  }
  return { put, flush, takeOver, replace: write }
}

/** Whether a window may go on writing what stands there: nobody discarded it or is sending it. */
function isOfSameWriting(stored: RecordDraft, mine: RecordDraft): boolean {
  return stored.key === mine.key && stored.sending === null
}

/** The name of a writing; one that was begun anew has none yet. */
function writingOf({ writing }: RecordDraft): string {
  return writing ?? ''
}
