import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Adds a file with what comes in; settles when all of it was taken. @param name its path, with slashes */
export type AddFile = (
  name: string,
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
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
  const add: AddFile = async (name, content, { packs = true } = {}) => {
    if (output.destroyed) throw new Error('the file is no longer read')
    current = Readable.from(content)
    zip.addReadStream(current, name, { mtime: at, compress: packs, compressionLevel: packs ? LEVEL : 0 })
    await finished(current, { cleanup: true })
  }
  write(add).then(
    () => zip.end(),
    (fault: Error) => output.destroy(fault),
  )
  return output
}
