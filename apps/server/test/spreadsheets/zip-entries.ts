import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'

/** Returns the files of a ZIP file by name, as text. */
export async function zipEntries(bytes: Buffer): Promise<Record<string, string>> {
  const files = Object.entries(await zipFiles(bytes))
  return Object.fromEntries(files.map(([name, content]) => [name, content.toString()]))
}

/** Returns the files of a ZIP file by name. */
export async function zipFiles(bytes: Buffer): Promise<Record<string, Buffer>> {
  const open = promisify(fromBuffer as (bytes: Buffer, options: object, done: Done<ZipFile>) => void)
  const zip = await open(bytes, { lazyEntries: false, autoClose: false })
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => entries.push(entry))
  await new Promise((resolve, reject) => zip.once('end', resolve).once('error', reject))
  const read = promisify(zip.openReadStream.bind(zip) as (entry: Entry, done: Done<Readable>) => void)
  const files: Record<string, Buffer> = {}
  for (const entry of entries) files[entry.fileName] = await buffer(await read(entry))
  return files
}

type Done<Value> = (error: Error | null, value: Value) => void
