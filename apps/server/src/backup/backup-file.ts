import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exists, syncFolder } from '../platform/data-folder.ts'

/** A backup is the operator's alone. */
const FILE_MODE = 0o600

/** Nobody writes a backup without a byte for so long: what is older was left behind by a process that was killed. */
const ABANDONED_MS = 60 * 60_000

/**
 * Writes a backup under its name once it is whole and durable, and never over another one. What a killed process left
 * behind beside it is removed an hour later, by the next backup of that name.
 * @returns its size in bytes
 */
export async function writeFileBackup(path: string, sealed: Readable, now: Date): Promise<number> {
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
export async function readFileBackup(path: string): Promise<Readable> {
  const file = await open(path, 'r')
  if (!(await file.stat()).isDirectory()) return file.createReadStream()
  await file.close()
  throw new Error(`${path} is a folder`)
}
