import { newKey } from '../../base/retrying.ts'
import type { DraftStore, DraftValues, RecordDraft } from './record-draft.ts'

/** Entries are written this soon after they were typed, several keys at a time: each writing holds the page up. */
const WRITTEN_WITHIN_MS = 300

/** So many writings of a draft are told apart: windows hear of each other's within moments. */
const REMEMBERED_WRITINGS = 20

/** The outcome of writing a draft. */
export type Written =
  /** As it is on the device now, with what another window has added. */
  | { readonly draft: RecordDraft; readonly isKept: boolean }
  /** Another window has saved, discarded or begun to send it: what it left there holds, null where that is nothing. */
  | { readonly elsewhere: RecordDraft | null }

/** The dependencies of a writer. */
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
  /** Writes pending entries immediately: the page is about to close. */
  flush(): void
  /** Takes over the draft stored on the device, merged with pending entries. */
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

/** Whether a window may continue to write the stored draft: it has not been discarded and is not being sent. */
function isOfSameWriting(stored: RecordDraft, mine: RecordDraft): boolean {
  return stored.key === mine.key && stored.sending === null
}

/** The name of a writing; one that was begun anew has none yet. */
function writingOf({ writing }: RecordDraft): string {
  return writing ?? ''
}

/** An element of a list, which its key names as long as it is in the list. */
interface Keyed {
  readonly key: string
}

/**
 * The entries of two windows on one draft: what only one of them has changed since both had the same is as that one has it,
 * and what both have changed as this window has it. Lists of elements with keys are merged element by element.
 * @param base what both windows had last
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

/** In the order of this window; what only the other one has added comes after it. */
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
    // Taken out by the other window; what was typed into it meanwhile is not lost.
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

/** Whether two values of a form are the same, lists and their elements included. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
