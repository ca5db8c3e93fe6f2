import type { Snapshot } from '../../../platform/db/index.ts'
import {
  createCollectedTable,
  findCollectedLines,
  indexCollectedTable,
  insertCollectedLines,
  streamCollectedLines,
  type CollectedLine,
} from './collected-entries-store.ts'
import type { ReplayedEntry } from './projection.ts'

/** An entry as collected, with only the part of its payload that its replay needs. */
export type CollectedEntry = Pick<ReplayedEntry, 'index' | 'at' | 'kind' | 'subject' | 'payload'>

/** The entries about one subject, in order. */
export interface EntryGroup {
  readonly id: string
  readonly entries: readonly CollectedEntry[]
}

/**
 * Entries collected until all are available and then replayed subject by subject, so that only one subject must be in
 * memory at a time. A few are held in memory and the rest in a temporary table, so memory does not grow with the
 * ledger.
 */
export class CollectedEntries {
  readonly #snapshot: Snapshot
  readonly #table: string
  #inMemory: CollectedLine[] = []
  #entriesInMemory = 0
  #isStored = false
  /** The database stores some lines while the next ones are collected. */
  #storing: Promise<void> = Promise.resolve()
  #isIndexed = false

  /** @param name of the temporary table; unique for each use within a snapshot */
  constructor(snapshot: Snapshot, name: string) {
    this.#snapshot = snapshot
    this.#table = `collected_${name}`
  }

  /** @param id of the subject under which it is replayed; must not contain tabs or line ends */
  add(id: string, { index, at, kind, subject, payload }: CollectedEntry): void | Promise<void> {
    const content = JSON.stringify([index, at, kind, subject.type, subject.id, payload])
    const last = this.#inMemory.at(-1)
    // A record and its automatic approval are adjacent, so half of the lines do not need to be stored and sorted
    // separately.
    if (last?.subjectId === id) this.#inMemory[this.#inMemory.length - 1] = joined(last, index, content)
    else this.#inMemory.push({ subjectId: id, index, content })
    this.#entriesInMemory += 1
    return this.#entriesInMemory >= this.#snapshot.heldMax ? this.#store() : undefined
  }

  /**
   * Every subject with its entries, ordered by ID.
   * @param since only subjects of an entry from this index on, each with all its entries
   */
  async *groups(since = 0): AsyncGenerator<EntryGroup> {
    let group: { id: string; entries: CollectedEntry[] } | undefined
    for await (const lines of this.#pages(since)) {
      for (const line of lines) {
        if (group?.id !== line.subjectId) {
          if (group) yield group
          group = { id: line.subjectId, entries: [] }
        }
        group.entries.push(...entriesOf(line))
      }
    }
    if (group) yield group
  }

  /** Returns the entries of these subjects. */
  async of(ids: readonly string[]): Promise<Map<string, CollectedEntry[]>> {
    const groups = new Map<string, CollectedEntry[]>(ids.map((id) => [id, []]))
    for (const line of await this.#linesOf(ids)) groups.get(line.subjectId)?.push(...entriesOf(line))
    return groups
  }

  async #linesOf(ids: readonly string[]): Promise<CollectedLine[]> {
    if (!this.#isStored) return this.#inMemory
    await this.#storeAll()
    if (!this.#isIndexed) await indexCollectedTable(this.#snapshot, this.#table)
    this.#isIndexed = true
    return findCollectedLines(this.#snapshot, this.#table, ids)
  }

  async *#pages(since: number): AsyncGenerator<CollectedLine[]> {
    if (this.#isStored) {
      await this.#storeAll()
      yield* streamCollectedLines(this.#snapshot, this.#table, since).pages()
      return
    }
    const concerned = new Set(
      this.#inMemory.filter(({ index }) => index >= since).map(({ subjectId }) => subjectId),
    )
    yield this.#inMemory.filter(({ subjectId }) => concerned.has(subjectId)).toSorted(bySubject)
  }

  /** Resolves when everything collected before has been stored. */
  async #store(): Promise<void> {
    const lines = this.#inMemory
    this.#inMemory = []
    this.#entriesInMemory = 0
    await this.#storing
    if (!this.#isStored) await createCollectedTable(this.#snapshot, this.#table)
    this.#isStored = true
    if (lines.length === 0) return
    const text = lines.map(({ subjectId, index, content }) => `${subjectId}\t${index}\t${content}`).join('\n')
    this.#storing = insertCollectedLines(this.#snapshot, this.#table, text)
    // The next caller that awaits it gets the error; until then it would be an unhandled rejection.
    this.#storing.catch(() => undefined)
  }

  async #storeAll(): Promise<void> {
    await this.#store()
    await this.#storing
  }
}

function bySubject(one: CollectedLine, other: CollectedLine): number {
  if (one.subjectId !== other.subjectId) return one.subjectId < other.subjectId ? -1 : 1
  return one.index - other.index
}

function joined(
  { subjectId, content: before }: CollectedLine,
  index: number,
  content: string,
): CollectedLine {
  return { subjectId, index, content: `${before},${content}` }
}

function entriesOf({ content }: CollectedLine): CollectedEntry[] {
  const entries = JSON.parse(`[${content}]`) as [
    number,
    string,
    CollectedEntry['kind'],
    CollectedEntry['subject']['type'],
    string,
    unknown,
  ][]
  return entries.map(([index, at, kind, type, id, payload]) => ({
    index,
    at,
    kind,
    subject: { type, id },
    payload,
  }))
}
