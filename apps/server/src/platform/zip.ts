import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** What a file is made of. A stream is destroyed when nobody reads the ZIP file any more. */
export type FileContent = Readable | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * Adds a file; settles when all of it was taken. A fault of `open` is raised, and nothing is added.
 * @param name its path, with slashes
 * @param open opens what is in it; called when its turn has come
 */
export type AddFile = (
  name: string,
  open: () => FileContent | Promise<FileContent>,
  options?: AddOptions,
) => Promise<void>

interface AddOptions {
  /** False for what is packed already, as pictures and PDF files are; true unless it is given. */
  readonly packs?: boolean
}

/** Fastest packing: the usual level takes two thirds more time for files a quarter smaller. */
const LEVEL = 1

/**
 * A ZIP file as it is written, as fast as it is read; with 64-bit sizes where it needs them.
 * @param at the time that its files bear
 * @param write adds the files one after another; its fault ends the stream with it, so that a part is not taken for the whole
 */
export function zipOf(at: Date, write: (add: AddFile) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // A PassThrough, declared by less.
  let current: Readable | undefined
  // Whoever adds files waits for what nobody reads any more.
  output.once('close', () => current?.destroy())
  zip.on('error', (fault: Error) => output.destroy(fault))
  const requireReader = () => {
    if (output.destroyed) throw new Error('the file is no longer read')
  }
  const add: AddFile = async (name, open, { packs = true } = {}) => {
    requireReader()
    const content = await open()
    current = content instanceof Readable ? content : Readable.from(content)
    // Who reads may have left while it was opened.
    if (output.destroyed) current.destroy()
    requireReader()
    zip.addReadStream(current, name, { mtime: at, compress: packs, compressionLevel: packs ? LEVEL : 0 })
    await finished(current, { cleanup: true })
  }
  write(add).then(
    () => zip.end(),
    (fault: Error) => output.destroy(fault),
  )
  return output
}
