import { open, opendir, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing, moveFile, openUnfinishedFile, removeFile, type UnfinishedFile } from './durable-file.ts'
import {
  ObjectMissing,
  StorageRefused,
  StorageUnavailable,
  type Storage,
  type StoredObject,
} from './storage.ts'
import { checkStorageKey, folderSteps } from './storage-key.ts'

/** Objects as files in one folder, each at the path given by its key. */
export type LocalFiles = Pick<
  Storage,
  'head' | 'read' | 'readStart' | 'put' | 'move' | 'delete' | 'list' | 'sweepUnfinished'
> & {
  /** Creates a file that becomes an object once it is placed. */
  openUnfinished(): Promise<UnfinishedFile>
  place(file: UnfinishedFile, key: string): Promise<void>
}

/** Begins with a dot, unlike all keys, and is next to the objects so that a rename is enough. */
const UNFINISHED = '.unfinished'

/** No upload may take longer than its URL is valid; an hour without a write means that it was abandoned. */
const UNFINISHED_AGE_MS = 60 * 60_000

/**
 * Returns the object operations on a folder.
 * @param clock provides the modification times of objects
 */
export function createLocalFiles(root: string, clock: { now(): Date }): LocalFiles {
  const pathOf = (key: string) => join(root, ...checkStorageKey(key).split('/'))
  const unfinished = join(root, UNFINISHED)
  const openUnfinished = async () =>
    withStorageErrors(await orUnavailable(() => openUnfinishedFile(unfinished)))
  const place = (file: UnfinishedFile, key: string) => file.place(pathOf(key), clock.now())
  return {
    openUnfinished,
    place,
    head: (key) => orUnavailable(() => head(pathOf(key), key), key),
    read: (key, range) =>
      orUnavailable(async () => {
        const file = await openObject(pathOf(key), key)
        return file.createReadStream(range && { start: range.first, end: range.last })
      }, key),
    readStart: (key, bytesMax) => orUnavailable(() => readStart(pathOf(key), key, bytesMax), key),
    put: async (key, content) => {
      const file = await openUnfinished()
      try {
        await writeContent(file, content)
        await place(file, key)
      } finally {
        await file.discard()
      }
    },
    move: (from, to) => orUnavailable(() => moveFile(pathOf(from), pathOf(to), clock.now()), from),
    delete: async (key) => {
      await orUnavailable(() => removeFile(pathOf(key)))
    },
    list: (folder, after = '') => list(join(root, ...folderSteps(folder)), folder, after),
    sweepUnfinished: () => orUnavailable(() => sweep(unfinished, clock.now().getTime() - UNFINISHED_AGE_MS)),
  }
}

/** Converts file system errors to the errors of the storage contract. */
async function orUnavailable<Result>(act: () => Promise<Result>, key?: string): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (key !== undefined && isMissing(error)) throw new ObjectMissing(key, error)
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw REFUSALS.has(String(Reflect.get(error, 'code')))
      ? new StorageRefused(error)
      : new StorageUnavailable(error)
  }
}

/** Error codes for missing permissions. */
const REFUSALS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

function withStorageErrors(file: UnfinishedFile): UnfinishedFile {
  return {
    write: (bytes) => orUnavailable(() => file.write(bytes)),
    place: (path, modifiedAt) => orUnavailable(() => file.place(path, modifiedAt)),
    discard: () => orUnavailable(() => file.discard()),
  }
}

async function head(path: string, key: string): Promise<StoredObject> {
  const found = await stat(path)
  if (found.isDirectory()) throw new ObjectMissing(key)
  return { key, sizeBytes: found.size, modifiedAt: found.mtime }
}

/** A folder is not an object, although it can be opened. */
async function openObject(path: string, key: string): Promise<FileHandle> {
  const file = await open(path)
  if (!(await file.stat()).isDirectory()) return file
  await file.close()
  throw new ObjectMissing(key)
}

async function readStart(path: string, key: string, bytesMax: number): Promise<Buffer> {
  const file = await openObject(path, key)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function writeContent(file: UnfinishedFile, content: Parameters<Storage['put']>[1]): Promise<void> {
  if (content instanceof Uint8Array) return file.write(content)
  let sizeBytes = 0
  for await (const chunk of content.stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    await file.write(chunk)
  }
  if (sizeBytes !== content.sizeBytes) {
    throw new Error(`the stream held ${sizeBytes} bytes instead of ${content.sizeBytes}`)
  }
}

async function* list(path: string, folder: string, after: string): AsyncGenerator<StoredObject> {
  const entries =
    (await orUnavailable(() => unlessMissing(() => readdir(path, { withFileTypes: true })))) ?? []
  const keys = entries
    .filter((entry) => entry.name !== UNFINISHED)
    .map((entry) => ({ name: entry.name, key: `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  for (const { name, key } of keys) {
    if (key.endsWith('/')) {
      if (key > after || after.startsWith(key)) yield* list(join(path, name), key, after)
    } else if (key > after) {
      const object = await unlessMissing(() => head(join(path, name), key))
      if (object) yield object
    }
  }
}

async function sweep(folder: string, olderThanMs: number): Promise<number> {
  let swept = 0
  for await (const { name } of await entriesOf(folder)) {
    const found = await unlessMissing(() => stat(join(folder, name)))
    if (!found || found.mtimeMs >= olderThanMs) continue
    await rm(join(folder, name), { force: true })
    swept += 1
  }
  return swept
}

async function entriesOf(folder: string) {
  return (await unlessMissing(() => opendir(folder))) ?? []
}

/** A folder that was never created is empty, and a file may be deleted while the list is being read. */
async function unlessMissing<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
