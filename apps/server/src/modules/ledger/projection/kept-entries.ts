import type { Snapshot } from '../../../platform/db/index.ts'
import {
  createKeptTable,
  findKeptLines,
  indexKeptTable,
  insertKeptLines,
  streamKeptLines,
  type KeptLine,
} from './kept-entries-store.ts'
import type { ReplayedEntry } from './projection.ts'

/** An entry as collected, with only the part of its payload that its replay needs. */
export type KeptEntry = Pick<ReplayedEntry, 'index' | 'at' | 'kind' | 'subject' | 'payload'>

/** The entries about one subject, in order. */
export interface KeptGroup {
  readonly id: string
  readonly entries: readonly KeptEntry[]
}

/**
 * Entries collected until all are available and then replayed subject by subject, so that only one subject must be in
 * memory at a time. A few are held in memory and the rest in a temporary table, so memory does not grow with the
 * ledger.
 */
export class KeptEntries {
  readonly #snapshot: Snapshot
  readonly #table: string
  #atHand: KeptLine[] = []
  #entriesAtHand = 0
  #isStored = false
  /** The database stores some lines while the next ones are collected. */
  #storing: Promise<void> = Promise.resolve()
  #isIndexed = false

  /** @param name of the temporary table; unique for each use within a snapshot */
  constructor(snapshot: Snapshot, name: string) {
    this.#snapshot = snapshot
    this.#table = `kept_${name}`
  }

  /** @param id of the subject under which it is replayed; must not contain tabs or line ends */
  add(id: string, { index, at, kind, subject, payload }: KeptEntry): void | Promise<void> {
    const content = JSON.stringify([index, at, kind, subject.type, subject.id, payload])
    const last = this.#atHand.at(-1)
    // A record and its automatic approval are adjacent, so half of the lines do not need to be stored and sorted
    // separately.
    if (last?.place === id) this.#atHand[this.#atHand.length - 1] = joined(last, index, content)
    else this.#atHand.push({ place: id, index, content })
    this.#entriesAtHand += 1
    return this.#entriesAtHand >= this.#snapshot.heldMax ? this.#store() : undefined
  }

  /**
   * Every subject with its entries, ordered by ID.
   * @param since only subjects of an entry from this index on, each with all its entries
   */
  async *groups(since = 0): AsyncGenerator<KeptGroup> {
    let group: { id: string; entries: KeptEntry[] } | undefined
    for await (const lines of this.#pages(since)) {
      for (const line of lines) {
        if (group?.id !== line.place) {
          if (group) yield group
          group = { id: line.place, entries: [] }
        }
        group.entries.push(...entriesOf(line))
      }
    }
    if (group) yield group
  }

  /** Returns the entries of these subjects. */
  async of(ids: readonly string[]): Promise<Map<string, KeptEntry[]>> {
    const groups = new Map<string, KeptEntry[]>(ids.map((id) => [id, []]))
    for (const line of await this.#linesOf(ids)) groups.get(line.place)?.push(...entriesOf(line))
    return groups
  }

  async #linesOf(ids: readonly string[]): Promise<KeptLine[]> {
    if (!this.#isStored) return this.#atHand
    await this.#storeAll()
    if (!this.#isIndexed) await indexKeptTable(this.#snapshot, this.#table)
    this.#isIndexed = true
    return findKeptLines(this.#snapshot, this.#table, ids)
  }

  async *#pages(since: number): AsyncGenerator<KeptLine[]> {
    if (this.#isStored) {
      await this.#storeAll()
      yield* streamKeptLines(this.#snapshot, this.#table, since).pages()
      return
    }
    const concerned = new Set(this.#atHand.filter(({ index }) => index >= since).map(({ place }) => place))
    yield this.#atHand.filter(({ place }) => concerned.has(place)).toSorted(byPlace)
  }

  /** Resolves when everything collected before has been stored. */
  async #store(): Promise<void> {
    const lines = this.#atHand
    this.#atHand = []
    this.#entriesAtHand = 0
    await this.#storing
    if (!this.#isStored) await createKeptTable(this.#snapshot, this.#table)
    this.#isStored = true
    if (lines.length === 0) return
    const text = lines.map(({ place, index, content }) => `${place}\t${index}\t${content}`).join('\n')
    this.#storing = insertKeptLines(this.#snapshot, this.#table, text)
    // The next caller that awaits it gets the error; until then it would be an unhandled rejection.
    this.#storing.catch(() => undefined)
  }

  async #storeAll(): Promise<void> {
    await this.#store()
    await this.#storing
  }
}

function byPlace(one: KeptLine, other: KeptLine): number {
  if (one.place !== other.place) return one.place < other.place ? -1 : 1
  return one.index - other.index
}

function joined({ place, content: before }: KeptLine, index: number, content: string): KeptLine {
  return { place, index, content: `${before},${content}` }
}

function entriesOf({ content }: KeptLine): KeptEntry[] {
  const entries = JSON.parse(`[${content}]`) as [
    number,
    string,
    KeptEntry['kind'],
    KeptEntry['subject']['type'],
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
