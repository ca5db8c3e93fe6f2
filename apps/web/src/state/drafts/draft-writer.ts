import { newKey } from '../../base/retrying.ts'
import type { DraftStore, DraftValues, RecordDraft } from './record-draft.ts'

/** Delay before entries are written, so that several keys are written at a time: each write blocks the page. */
const WRITTEN_WITHIN_MS = 300

/** Number of previous writes by which windows recognise each other's changes. */
const REMEMBERED_WRITINGS = 20

/** The outcome of writing a draft. */
export type Written =
  /** The draft now stored on the device, including the changes of another window. */
  | { readonly draft: RecordDraft; readonly isSaved: boolean }
  /** Another window has saved, discarded or started to send it: the draft that it left, or null. */
  | { readonly elsewhere: RecordDraft | null }

/** The dependencies of a writer. */
export interface WriterDeps {
  readonly drafts: Pick<DraftStore, 'read' | 'write'>
  /** Runs something later; returns a function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  readonly onWritten: (written: Written) => void
}

/** Stores a draft on the device while it is typed, without writing it for each key. */
export interface DraftWriter {
  /** Accepts a changed draft, which is written after a short delay. */
  put(draft: RecordDraft): void
  /** Writes pending entries immediately: the page is about to close. */
  flush(): void
  /** Takes over the draft stored on the device, merged with pending entries. */
  takeOver(stored: RecordDraft): RecordDraft
  /** Writes a draft regardless of other windows, because it is being saved or is new. Returns whether it is stored on the device. */
  replace(draft: RecordDraft): boolean
}

/** Writers of the forms that are open in this window. */
const openWriters = new Set<DraftWriter>()

/** Records that the form of a writer is open; returns a function that records that it is closed. */
export function openWriter(writer: DraftWriter): () => void {
  openWriters.add(writer)
  return () => void openWriters.delete(writer)
}

/** Writes pending entries of all forms in this window immediately, before drafts are read from the device. */
export function flushOpenDrafts(): void {
  for (const writer of openWriters) writer.flush()
}

/**
 * Windows do not see each other's writes immediately, so one can overwrite a draft that it has not seen. The window whose
 * write was lost finds that it is not among the predecessors of the new one, and merges its entries again.
 * @param opened the draft as stored on the device
 */
export function draftWriter({ drafts, after, onWritten }: WriterDeps, opened: RecordDraft): DraftWriter {
  // The last state that this window and the device had in common.
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
  /** Merges the entries of this window into the draft stored on the device. */
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
      return onWritten({ draft, isSaved: write(draft) })
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

/** Whether a window may continue to write the stored draft: it has not been discarded and is not being sent. */
function isOfSameWriting(stored: RecordDraft, mine: RecordDraft): boolean {
  return stored.key === mine.key && stored.sending === null
}

/** Returns the identifier of a write; empty for a new draft. */
function writingOf({ writing }: RecordDraft): string {
  return writing ?? ''
}

/** An element of a list, identified by its key. */
interface Keyed {
  readonly key: string
}

/**
 * Merges the entries of two windows in one draft: a value changed by only one of them since their common state is taken
 * from that window, and one changed by both from this window. Lists of elements with keys are merged by element.
 * @param base the last common state of both windows
 */
export function mergeValues(base: DraftValues, mine: DraftValues, theirs: DraftValues): DraftValues {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries([...names].map((name) => [name, merged(base[name], mine[name], theirs[name])]))
}

function merged(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs
  if (isSame(theirs, base)) return mine
  return isKeyed(base) && isKeyed(mine) && isKeyed(theirs) ? mergeLists(base, mine, theirs) : mine
}

/** Merges lists in the order of this window; elements added only by the other window come last. */
function mergeLists(
  base: readonly Keyed[],
  mine: readonly Keyed[],
  theirs: readonly Keyed[],
): readonly Keyed[] {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(
    (list) => new Map(list.map((each) => [each.key, each])),
  ) as [Map<string, Keyed>, Map<string, Keyed>, Map<string, Keyed>]
  const kept = mine.flatMap((each) => {
    const other = inTheirs.get(each.key)
    if (other !== undefined) return [merged(inBase.get(each.key), each, other) as Keyed]
    // Removed by the other window, but retained if it was changed here meanwhile.
    return isSame(each, inBase.get(each.key)) ? [] : [each]
  })
  const added = theirs.filter(({ key }) => !inMine.has(key) && !inBase.has(key))
  return [...kept, ...added]
}

function isKeyed(value: unknown): value is readonly Keyed[] {
  return (
    Array.isArray(value) &&
    value.every((each: unknown) => typeof (each as Partial<Keyed> | null)?.key === 'string')
  )
}

/** Returns whether two values of a form are equal, including lists and their elements. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
