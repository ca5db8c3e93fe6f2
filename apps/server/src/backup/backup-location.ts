import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { exists, syncFolder } from '../platform/data-folder.ts'
import { inS3Folder, isS3Url, readS3Path, type S3Folder } from '../platform/storage/index.ts'

/** Only the operator may read a backup. */
const FILE_MODE = 0o600

/** A running backup writes bytes more often than this: older files were left behind by a killed process. */
const ABANDONED_MS = 60 * 60_000

/** Where backups are stored: a folder, or a path in a bucket. */
export interface BackupLocation {
  /** Its display name, without any secrets of its address. */
  readonly name: string
  /** Returns the display name of a file in it. */
  readonly nameOf: (file: string) => string
  /** Writes a file only once it is complete and durable, and never overwrites one; returns its size in bytes. */
  readonly write: (file: string, sealed: Readable, now: Date) => Promise<number>
  /** Processes the bytes of a file. Throws if it does not exist. */
  readonly read: <Result>(file: string, work: (sealed: Readable) => Promise<Result>) => Promise<Result>
  readonly list: () => Promise<{ readonly file: string; readonly sizeBytes: number }[]>
  /** Deletes a file; does nothing if it does not exist. */
  readonly remove: (file: string) => Promise<void>
}

/** One file of a location. */
export interface BackupTarget {
  readonly location: BackupLocation
  readonly file: string
}

/** Returns the location for a folder or `s3://bucket/path?…`. @param setting its name in errors */
export function locationOf(folder: string, setting: string): BackupLocation {
  return isS3Url(folder) ? bucketLocation(folder, setting) : folderLocation(folder)
}

/** Returns the file for a path or `s3://bucket/path/file?…`. @param option its name in errors */
export function targetOf(path: string, option: string): BackupTarget {
  if (!isS3Url(path)) return { location: folderLocation(dirname(path)), file: basename(path) }
  const { path: key } = readS3Path(path, option)
  if (key === '' || key.endsWith('/')) throw new Error(`${option} names no file in the bucket.`)
  const url = new URL(path)
  url.pathname = dirname(url.pathname)
  return { location: bucketLocation(url.href, option), file: basename(key) }
}

/** Only the operator may access backups. */
const FOLDER_MODE = 0o700

function folderLocation(folder: string): BackupLocation {
  const nameOf = (file: string) => join(folder, file)
  return {
    name: folder,
    nameOf,
    write: async (file, sealed, now) => {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
      return writeFileBackup(nameOf(file), sealed, now)
    },
    read: async (file, work) => {
      const sealed = await readFileBackup(nameOf(file))
      return work(sealed).finally(() => sealed.destroy())
    },
    list: async () => {
      const found = (await readdir(folder).catch(missingAs([]))).map(async (file) => {
        // One that the schedule no longer keeps may be deleted in the meantime.
        const about = await stat(nameOf(file)).catch(missingAs(undefined))
        return about ? [{ file, sizeBytes: about.size }] : []
      })
      return (await Promise.all(found)).flat()
    },
    remove: (file) => rm(nameOf(file), { force: true }),
  }
}

function missingAs<Missing>(missing: Missing): (error: unknown) => Missing {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing
    throw error
  }
}

/** A restore continues to read only after the database has accepted what came before. */
const SLOW_READER_MS = 60 * 60_000

function bucketLocation(url: string, setting: string): BackupLocation {
  const { address, path } = readS3Path(url, setting)
  const name = `s3://${[address.bucket, path].filter(Boolean).join('/')}`
  const nameOf = (file: string) => `${name}/${file}`
  const inBucket = <Result>(work: (folder: S3Folder) => Promise<Result>) => inS3Folder(address, path, work)
  return {
    name,
    nameOf,
    write: async (file, sealed) => {
      try {
        const sizeBytes = await inBucket((folder) => folder.write(file, sealed))
        if (sizeBytes === undefined) throw new Error(`${nameOf(file)} is there already: name another file`)
        return sizeBytes
      } finally {
        sealed.destroy()
      }
    },
    read: (file, work) =>
      inS3Folder(
        address,
        path,
        async (folder) => {
          const sealed = await folder.read(file)
          return work(sealed).finally(() => sealed.destroy())
        },
        SLOW_READER_MS,
      ),
    list: () =>
      inBucket(async (folder) =>
        (await folder.list()).map(({ name: file, sizeBytes }) => ({ file, sizeBytes })),
      ),
    remove: (file) => inBucket((folder) => folder.remove(file)),
  }
}

/**
 * Writes a backup under its name once it is complete and durable, without overwriting another one. Files left behind
 * by a killed process are deleted an hour later, by the next backup of that name.
 * @returns its size in bytes
 */
async function writeFileBackup(path: string, sealed: Readable, now: Date): Promise<number> {
  const target = resolve(path)
  const folder = dirname(target)
  const unfinished = `.${basename(target)}.unfinished-`
  try {
    if (await exists(target)) throw new Error(`${path} is there already: name another file`)
    await sweep(folder, unfinished, now)
    const working = join(folder, `${unfinished}${randomUUID()}`)
    try {
      await pipeline(sealed, createWriteStream(working, { flags: 'wx', mode: FILE_MODE, flush: true }))
      const { size } = await stat(working)
      if (await exists(target)) throw new Error(`${path} is there already: name another file`)
      await rename(working, target)
      await syncFolder(folder)
      return size
    } finally {
      await rm(working, { force: true })
    }
  } finally {
    sealed.destroy()
  }
}

async function sweep(folder: string, unfinished: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(unfinished)) continue
    const path = join(folder, name)
    const { mtime } = await stat(path)
    if (now.getTime() - mtime.getTime() > ABANDONED_MS) await rm(path, { force: true })
  }
}

/** Returns the bytes of a backup. Throws the error of the file system if it does not exist. */
async function readFileBackup(path: string): Promise<Readable> {
  const file = await open(path, 'r')
  if (!(await file.stat()).isDirectory()) return file.createReadStream()
  await file.close()
  throw new Error(`${path} is a folder`)
}
