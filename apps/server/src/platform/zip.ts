import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** The content of a file. A stream is destroyed if the ZIP file is no longer read. */
export type FileContent = Readable | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * Adds a file; settles when all of it has been consumed. An error of `open` is thrown, and nothing is added.
 * @param name its path, with slashes
 * @param open opens its content; called when it is its turn
 */
export type AddFile = (
  name: string,
  open: () => FileContent | Promise<FileContent>,
  options?: AddOptions,
) => Promise<void>

interface AddOptions {
  /** False for content that is already compressed, such as pictures and PDF files; defaults to true. */
  readonly packs?: boolean
}

/** Fastest compression: the usual level takes two thirds more time for files a quarter smaller. */
const LEVEL = 1

/**
 * Returns a ZIP file as a stream that is written as fast as it is read; uses 64-bit sizes if needed.
 * @param at modification time of its files
 * @param write adds the files one after another; if it throws, the stream fails too, so that a partial file is not
 * taken for a complete one
 */
export function zipOf(at: Date, write: (add: AddFile) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // A PassThrough, declared by less.
  let current: Readable | undefined
  // Otherwise whoever adds files would wait for a stream that is no longer read.
  output.once('close', () => current?.destroy())
  zip.on('error', (fault: Error) => output.destroy(fault))
  const requireReader = () => {
    if (output.destroyed) throw new Error('the file is no longer read')
  }
  const add: AddFile = async (name, open, { packs = true } = {}) => {
    requireReader()
    const content = await open()
    current = content instanceof Readable ? content : Readable.from(content)
    // The reader may have left while it was opened.
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
