/** What a record is written on: a new calibration of an instrument, or the correction of a record. */
export interface DraftPlace {
  readonly userId: string
  readonly workspaceId: string
  readonly kind: 'calibration' | 'correction'
  /** The instrument of a new calibration, the record of a correction. */
  readonly subjectId: string
}

/** What a form holds, as typed: texts by field, and lists of what it asks for several times. */
export type DraftValues = Readonly<Record<string, unknown>>

/** The body of a record: the entries of its form, which the server checks. */
export type RecordBody = Readonly<Record<string, unknown>>

/** A record being entered, stored on the device until the server has accepted it. */
export interface RecordDraft extends DraftPlace {
  /** What the record is about, in words: the tag of its instrument. */
  readonly label: string
  /** The Idempotency-Key: made once, so that no way of saving writes a second record. */
  readonly key: string
  readonly values: DraftValues
  /** Whether a person has entered anything. */
  readonly touched: boolean
  readonly changedAt: string
  /** Set from the moment of saving until the server has responded; every attempt sends the same body. */
  readonly sending: { readonly body: RecordBody } | null
  /** Whether it was on its way before it was changed, so that it may have arrived as it was then. */
  readonly takenBack?: boolean
  /** Names this writing of it, so that a window sees that another one has written since. */
  readonly writing?: string
  /** The writings that this one was made after, newest first, as far as they are told apart. */
  readonly writtenAfter?: readonly string[]
}

/** The part of the browser's storage that drafts need. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The drafts of this device. */
export interface DraftStore {
  read(place: DraftPlace): RecordDraft | null
  /** Returns whether the device keeps it; otherwise it lives as long as the page does. */
  write(draft: RecordDraft): boolean
  remove(place: DraftPlace): void
  /** Every draft of a person, in whichever workspace. */
  of(userId: string): RecordDraft[]
  /** Removes what a person has begun; what waits to be sent stays until the server has it. */
  removeUnsentOf(userId: string): void
}

const PREFIX = 'plumbline-draft'

/** The key under which a draft is stored. */
export function draftName({ userId, workspaceId, kind, subjectId }: DraftPlace): string {
  return [PREFIX, userId, workspaceId, kind, subjectId].join(':')
}

/**
 * Drafts in a storage of the browser. Where that is closed or full they live as long as the page does.
 * @param storageOf asked at each use, as some browsers refuse it
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
  const remove = (place: DraftPlace) => {
    inMemory.delete(draftName(place))
    attempt(() => storageOf().removeItem(draftName(place)))
  }
  return {
    read: (place) => draftOf(readText(draftName(place))),
    write: (draft) => {
      const text = JSON.stringify(draft)
      const isKept = attempt(() => {
        storageOf().setItem(draftName(draft), text)
        return true
      })
      if (isKept) inMemory.delete(draftName(draft))
      else inMemory.set(draftName(draft), text)
      return isKept ?? false
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

/** A text that another version has written in another form is no draft. */
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
