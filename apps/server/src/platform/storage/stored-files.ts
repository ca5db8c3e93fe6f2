import { randomInt } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { WorkspaceQueries } from '../db/index.ts'
import { contentState, type ContentState } from './check-content.ts'
import type { Storage } from './storage.ts'

/** A stored file recorded by a row of a workspace. */
export interface StoredFile {
  readonly id: string
  /** Its name for people, with the ID of its record. */
  readonly name: string
  /** Its path with slashes in the export of everything; unique. */
  readonly path: string
  readonly sha256: Buffer
  /** @throws ObjectMissing */
  readonly read: () => Promise<Readable>
}

/** The files of one kind, in the order of their IDs, which increase with time (UUID version 7). */
export interface StoredFiles {
  readonly after: (
    storage: Storage,
    queries: WorkspaceQueries,
    after: string | null,
    limit: number,
  ) => Promise<StoredFile[]>
  /** Returns the last ID; undefined if there is none. */
  readonly lastId: (queries: WorkspaceQueries) => Promise<string | undefined>
}

/** A stored file that differs from its record. */
export interface FileFault {
  readonly state: Exclude<ContentState, 'intact'>
  readonly name: string
}

/** Result of checking stored files. */
export interface FilesReport {
  readonly filesRead: number
  readonly faults: readonly FileFault[]
}

/** Number of rows read at a time. */
const PAGE_SIZE = 200

/** Number of files that are read simultaneously. */
const READERS = 4

/**
 * Reads all files of a workspace and compares them with their hashes.
 * @throws StorageUnavailable, StorageRefused
 */
export async function checkAllFiles(
  storage: Storage,
  queries: WorkspaceQueries,
  kinds: readonly StoredFiles[],
): Promise<FilesReport> {
  const faults: FileFault[] = []
  let filesRead = 0
  for (const kind of kinds) {
    let page: StoredFile[] = []
    do {
      page = await kind.after(storage, queries, page.at(-1)?.id ?? null, PAGE_SIZE)
      faults.push(...(await faultsAmong(page)))
      filesRead += page.length
    } while (page.length === PAGE_SIZE)
  }
  return { filesRead, faults }
}

/** Does the same for some files of each kind: the last ones, and randomly chosen others. */
export async function checkSomeFiles(
  storage: Storage,
  queries: WorkspaceQueries,
  kinds: readonly StoredFiles[],
  count: number,
): Promise<FilesReport> {
  const chosen = new Map<string, StoredFile>()
  for (const kind of kinds) {
    const [first] = await kind.after(storage, queries, null, 1)
    const last = await kind.lastId(queries)
    if (!first || last === undefined) continue
    for (let tried = 0; tried < count; tried += 1) {
      const point = tried === 0 ? before(last) : randomIdBetween(first.id, last)
      const [file] = await kind.after(storage, queries, point, 1)
      if (file) chosen.set(file.id, file)
    }
    chosen.set(first.id, first)
  }
  return { filesRead: chosen.size, faults: await faultsAmong([...chosen.values()]) }
}

async function faultsAmong(files: readonly StoredFile[]): Promise<FileFault[]> {
  const faults: FileFault[] = []
  const left = files.values()
  const reader = async () => {
    for (const { name, sha256, read } of left) {
      const state = await contentState(read, sha256)
      if (state !== 'intact') faults.push({ state, name })
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return faults.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Number of characters of an ID that represent its millisecond: hexadecimal digits and a hyphen. */
const TIME_LENGTH = 13

/** Returns an ID with a random millisecond between those of two IDs, which belongs to no row. */
function randomIdBetween(first: string, last: string): string {
  const [from, to] = [timeOf(first), timeOf(last)]
  return idAt(from + (to > from ? randomInt(0, to - from) : 0))
}

/** Returns an ID of the millisecond before that of an ID. */
function before(id: string): string {
  return idAt(timeOf(id) - 1)
}

const timeOf = (id: string) => Number.parseInt(id.slice(0, TIME_LENGTH).replace('-', ''), 16)

function idAt(time: number): string {
  const digits = Math.max(time, 0)
    .toString(16)
    .padStart(TIME_LENGTH - 1, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}
