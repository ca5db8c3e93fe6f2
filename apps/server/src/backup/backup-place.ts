import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { exists, syncFolder } from '../platform/data-folder.ts'
import { inS3Folder, isS3Url, readS3Path, type S3Folder } from '../platform/storage/index.ts'

/** A backup is the operator's alone. */
const FILE_MODE = 0o600

/** Nobody writes a backup without a byte for so long: what is older was left behind by a process that was killed. */
const ABANDONED_MS = 60 * 60_000

/** Where backups are kept: a folder, or a path in a bucket. */
export interface BackupPlace {
  /** What people call it; never a secret of its address. */
  readonly name: string
  /** What people call a file in it. */
  readonly nameOf: (file: string) => string
  /** Writes a file once it is whole and durable, and never over another one; returns its size in bytes. */
  readonly write: (file: string, sealed: Readable, now: Date) => Promise<number>
  /** Works with the bytes of a file. Throws where there is none. */
  readonly read: <Result>(file: string, work: (sealed: Readable) => Promise<Result>) => Promise<Result>
  readonly list: () => Promise<{ readonly file: string; readonly sizeBytes: number }[]>
  /** Removes a file; one that is not there is no error. */
  readonly remove: (file: string) => Promise<void>
}

/** One file of a place. */
export interface BackupTarget {
  readonly place: BackupPlace
  readonly file: string
}

/** The place that a folder or `s3://bucket/path?…` names. @param setting what an error calls it */
export function placeOf(folder: string, setting: string): BackupPlace {
  return isS3Url(folder) ? bucketPlace(folder, setting) : folderPlace(folder)
}

/** The file that a path or `s3://bucket/path/file?…` names. @param option what an error calls it */
export function targetOf(path: string, option: string): BackupTarget {
  if (!isS3Url(path)) return { place: folderPlace(dirname(path)), file: basename(path) }
  const { path: key } = readS3Path(path, option)
  if (key === '' || key.endsWith('/')) throw new Error(`${option} names no file in the bucket.`)
  const url = new URL(path)
  url.pathname = dirname(url.pathname)
  return { place: bucketPlace(url.href, option), file: basename(key) }
}

/** Backups are for the operator alone. */
const FOLDER_MODE = 0o700

function folderPlace(folder: string): BackupPlace {
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
        // One that the plan no longer keeps can be removed meanwhile.
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

/** A restore reads on only when the database has taken what came before. */
const SLOW_READER_MS = 60 * 60_000

function bucketPlace(url: string, setting: string): BackupPlace {
  const { address, path } = readS3Path(url, setting)
  const name = `s3://${[address.bucket, path].filter(Boolean).join('/')}`
  const nameOf = (file: string) => `${name}/${file}`
  const inPlace = <Result>(work: (folder: S3Folder) => Promise<Result>) => inS3Folder(address, path, work)
  return {
    name,
    nameOf,
    write: async (file, sealed) => {
      try {
        const sizeBytes = await inPlace((folder) => folder.write(file, sealed))
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
      inPlace(async (folder) =>
        (await folder.list()).map(({ name: file, sizeBytes }) => ({ file, sizeBytes })),
      ),
    remove: (file) => inPlace((folder) => folder.remove(file)),
  }
}

/**
 * Writes a backup under its name once it is whole and durable, and never over another one. What a killed process left
 * behind beside it is removed an hour later, by the next backup of that name.
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

/** The bytes of a backup. Raises the error of the file system where there is none. */
async function readFileBackup(path: string): Promise<Readable> {
  const file = await open(path, 'r')
  if (!(await file.stat()).isDirectory()) return file.createReadStream()
  await file.close()
  throw new Error(`${path} is a folder`)
}
