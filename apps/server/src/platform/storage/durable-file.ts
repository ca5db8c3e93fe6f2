import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, utimes, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveToOwnerOf } from '../give-to-owner.ts'

/** A file that is not visible until it is complete and placed. */
export interface UnfinishedFile {
  /** Appends bytes, which must not change until the file is placed. */
  write(bytes: Uint8Array): Promise<void>
  /** Moves the file to its path with this modification time, durably across a power loss. */
  place(path: string, modifiedAt: Date): Promise<void>
  /** Deletes the file unless it has been placed. */
  discard(): Promise<void>
}

/**
 * Number of bytes that are buffered before they are written: two chunks of a socket. Measured: this halves the
 * handovers between threads; with more, the bytes have left the processor's cache by then.
 */
const GATHERED_BYTES = 128 * 1024

/** Creates a file in the folder of unfinished files, which must be on the same file system as the target paths. */
export async function openUnfinishedFile(folder: string): Promise<UnfinishedFile> {
  await makeFolder(folder)
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx', FILE_MODE)
  await giveToOwnerOf(folder, [path])
  let isOpen = true
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  const close = async () => {
    if (isOpen) await file.close()
    isOpen = false
  }
  const flush = async () => {
    const pieces = gathered
    gathered = []
    gatheredBytes = 0
    await writeAll(file, pieces)
  }
  return {
    write: async (bytes) => {
      gathered.push(bytes)
      gatheredBytes += bytes.length
      if (gatheredBytes >= GATHERED_BYTES) await flush()
    },
    place: async (target, modifiedAt) => {
      await flush()
      await file.utimes(modifiedAt, modifiedAt)
      await file.sync()
      await close()
      await renameDurably(path, target)
    },
    discard: async () => {
      await close()
      await rm(path, { force: true })
    },
  }
}

/** Moves a file to another path durably, and sets its modification time. */
export async function moveFile(from: string, to: string, modifiedAt: Date): Promise<void> {
  await utimes(from, modifiedAt, modifiedAt)
  await renameDurably(from, to)
  await syncFolder(dirname(from))
}

/** Deletes a file durably; returns whether it existed. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await rm(path)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  await syncFolder(dirname(path))
  return true
}

/** Whether a file system error means that the file does not exist. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Only the server can access files and folders. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

async function writeAll(file: FileHandle, pieces: Uint8Array[]): Promise<void> {
  const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0)
  if (sizeBytes === 0) return
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten === sizeBytes) return
  // The system may write only a part; the rest is written next.
  await writeAll(file, [Buffer.concat(pieces).subarray(bytesWritten)])
}

async function renameDurably(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to))
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Creates a folder and its parents; a new folder is only durable once its parent is flushed. */
async function makeFolder(folder: string): Promise<void> {
  const topmostNew = await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  if (topmostNew === undefined) return
  const made: string[] = []
  for (let path = folder; path.length >= topmostNew.length; path = dirname(path)) made.push(path)
  await giveToOwnerOf(dirname(topmostNew), made)
  for (const path of made) await syncFolder(dirname(path))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handles of folders to sync; NTFS keeps renames in its journal.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
