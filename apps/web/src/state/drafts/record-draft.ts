/** Identifies a draft: a new calibration of an instrument, or the correction of a record. */
export interface DraftId {
  readonly userId: string
  readonly workspaceId: string
  readonly kind: 'calibration' | 'correction'
  /** ID of the instrument of a new calibration, or of the record to correct. */
  readonly subjectId: string
}

/** The values of a form as typed: texts by field, and lists for repeated groups of fields. */
export type DraftValues = Readonly<Record<string, unknown>>

/** The request body of a record, which the server validates. */
export type RecordBody = Readonly<Record<string, unknown>>

/** A record being entered, stored on the device until the server has accepted it. */
export interface RecordDraft extends DraftId {
  /** Display name of the draft: the tag of its instrument. */
  readonly label: string
  /** The Idempotency-Key, generated once, so that saving never creates a second record. */
  readonly key: string
  readonly values: DraftValues
  /** Whether the user has entered anything. */
  readonly touched: boolean
  readonly changedAt: string
  /** Set from the moment of saving until the server has responded; every attempt sends the same body. */
  readonly sending: { readonly body: RecordBody } | null
  /** Whether it was changed after sending had started, so that the earlier version may have arrived. */
  readonly takenBack?: boolean
  /** Identifies this write, so that a window notices writes by other windows. */
  readonly writing?: string
  /** The previous writes, newest first, up to a limited number. */
  readonly writtenAfter?: readonly string[]
}

/** The part of the browser's storage that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The drafts of this device. */
export interface DraftStore {
  read(draftId: DraftId): RecordDraft | null
  /** Returns whether it is stored on the device; otherwise it is lost when the page closes. */
  write(draft: RecordDraft): boolean
  remove(draftId: DraftId): void
  /** Returns all drafts of a user, in all workspaces. */
  of(userId: string): RecordDraft[]
  /** Removes the drafts of a user, except those that are waiting to be sent. */
  removeUnsentOf(userId: string): void
}

const PREFIX = 'plumbline-draft'

/** The key under which a draft is stored. */
export function draftName({ userId, workspaceId, kind, subjectId }: DraftId): string {
  return [PREFIX, userId, workspaceId, kind, subjectId].join(':')
}

/**
 * Stores drafts in a storage of the browser. If it is not available or full, they are lost when the page closes.
 * @param storageOf called for each use, because some browsers refuse access
 */
export function draftStore(storageOf: () => DraftStorage): DraftStore {
  const inMemory = new Map<string, string>()
  // Entries that did not fit into full storage are newer than the stored ones.
  const readText = (name: string) => inMemory.get(name) ?? attempt(() => storageOf().getItem(name)) ?? null
  const of = (userId: string) => {
    const kept = attempt(() => namesIn(storageOf())) ?? []
    const names = new Set([...kept, ...inMemory.keys()])
    return [...names]
      .filter((name) => name.startsWith(`${PREFIX}:${userId}:`))
      .map((name) => draftOf(readText(name)))
      .filter((draft) => draft !== null)
  }
  const remove = (draftId: DraftId) => {
    inMemory.delete(draftName(draftId))
    attempt(() => storageOf().removeItem(draftName(draftId)))
  }
  return {
    read: (draftId) => draftOf(readText(draftName(draftId))),
    write: (draft) => {
      const text = JSON.stringify(draft)
      const isSaved = attempt(() => {
        storageOf().setItem(draftName(draft), text)
        return true
      })
      if (isSaved) inMemory.delete(draftName(draft))
      else inMemory.set(draftName(draft), text)
      return isSaved ?? false
    },
    remove,
    of,
    removeUnsentOf: (userId) => {
      for (const draft of of(userId)) if (draft.sending === null) remove(draft)
    },
  }
}

/** The drafts of this browser. */
export const drafts = draftStore(() => localStorage)

function namesIn(storage: DraftStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
}

/** Returns the draft in a text; null if another version wrote it in a different format. */
function draftOf(text: string | null): RecordDraft | null {
  const draft = attempt(() => JSON.parse(text ?? 'null') as RecordDraft | null) ?? null
  return draft !== null && typeof draft.key === 'string' && typeof draft.values === 'object' ? draft : null
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
