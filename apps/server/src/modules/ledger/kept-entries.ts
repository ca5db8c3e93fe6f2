import type { Snapshot } from '../../platform/db/index.ts'
import {
  createKeptTable,
  findKeptLines,
  indexKeptTable,
  insertKeptLines,
  walkKeptLines,
  type KeptLine,
} from './kept-entries-store.ts'
import type { ReplayedEntry } from './projection.ts'

/** An entry as it is kept, with as much of its payload as its replay needs. */
export type KeptEntry = Pick<ReplayedEntry, 'index' | 'at' | 'kind' | 'subject' | 'payload'>

/** What the entries about one subject tell, in their order. */
export interface KeptGroup {
  readonly id: string
  readonly entries: readonly KeptEntry[]
}

/**
 * Entries put by until all of them are there, and then replayed subject by subject: what has to be remembered at once
 * is then one subject. A few are held; more lie in a temporary table, so that memory does not grow with the ledger.
 */
export class KeptEntries {
  readonly #snapshot: Snapshot
  readonly #table: string
  #atHand: KeptLine[] = []
  #isStored = false
  #isIndexed = false

  /** @param name of the temporary table; one for each use within a snapshot */
  constructor(snapshot: Snapshot, name: string) {
    this.#snapshot = snapshot
    this.#table = `kept_${name}`
  }

  /** @param id of the subject under which it is replayed, which holds neither tab nor line end */
  add(id: string, { index, at, kind, subject, payload }: KeptEntry): void | Promise<void> {
    const content = JSON.stringify([at, kind, subject.type, subject.id, payload])
    this.#atHand.push({ place: id, index, content })
    return this.#atHand.length >= this.#snapshot.heldMax ? this.#store() : undefined
  }

  /**
   * Every subject with its entries, ordered by id.
   * @param since only subjects that an entry from this index on is about, with all of theirs
   */
  async *groups(since = 0): AsyncGenerator<KeptGroup> {
    let group: { id: string; entries: KeptEntry[] } | undefined
    for await (const lines of this.#pages(since)) {
      for (const line of lines) {
        if (group?.id !== line.place) {
          if (group) yield group
          group = { id: line.place, entries: [] }
        }
        group.entries.push(entryOf(line))
      }
    }
    if (group) yield group
  }

  /** The entries of these subjects. */
  async of(ids: readonly string[]): Promise<Map<string, KeptEntry[]>> {
    const groups = new Map<string, KeptEntry[]>(ids.map((id) => [id, []]))
    for (const line of await this.#linesOf(ids)) groups.get(line.place)?.push(entryOf(line))
    return groups
  }

  async #linesOf(ids: readonly string[]): Promise<KeptLine[]> {
    if (!this.#isStored) return this.#atHand
    await this.#store()
    if (!this.#isIndexed) await indexKeptTable(this.#snapshot, this.#table)
    this.#isIndexed = true
    return findKeptLines(this.#snapshot, this.#table, ids)
  }

  async *#pages(since: number): AsyncGenerator<KeptLine[]> {
    if (this.#isStored) {
      await this.#store()
      yield* walkKeptLines(this.#snapshot, this.#table, since).pages()
      return
    }
    const concerned = new Set(this.#atHand.filter(({ index }) => index >= since).map(({ place }) => place))
    yield this.#atHand.filter(({ place }) => concerned.has(place)).toSorted(byPlace)
  }

  async #store(): Promise<void> {
    const lines = this.#atHand
    this.#atHand = []
    if (!this.#isStored) await createKeptTable(this.#snapshot, this.#table)
    this.#isStored = true
    if (lines.length === 0) return
    const text = lines.map(({ place, index, content }) => `${place}\t${index}\t${content}`).join('\n')
    await insertKeptLines(this.#snapshot, this.#table, text)
  }
}

function byPlace(one: KeptLine, other: KeptLine): number {
  if (one.place !== other.place) return one.place < other.place ? -1 : 1
  return one.index - other.index
}

function entryOf({ index, content }: KeptLine): KeptEntry {
  const [at, kind, type, id, payload] = JSON.parse(content) as [
    string,
    KeptEntry['kind'],
    KeptEntry['subject']['type'],
    string,
    unknown,
  ]
  return { index, at, kind, subject: { type, id }, payload }
}
