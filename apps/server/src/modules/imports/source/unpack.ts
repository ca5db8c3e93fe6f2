import { promisify } from 'node:util'
import { because } from '@plumbline/contract'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { FileRefused } from './file-refused.ts'

/** Maximum number of bytes of an unpacked file: a small file can unpack to an unlimited size. */
const UNPACKED_MAX = 200 * 1024 * 1024

const ENTRIES_MAX = 10_000

/** The parts of an XLSX file, which are read one by one and never written to disk. */
export class Unpacked {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #left = UNPACKED_MAX
  /** The number of bytes of each part that have been counted, as parts can be read several times. */
  readonly #counted = new Map<string, number>()

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Yields the text of a part in pieces. @throws FileRefused if the unpacked size exceeds the limit */
  async *text(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name)
    if (!entry) return
    const open = promisify(this.#zip.openReadStream.bind(this.#zip) as OpenStream)
    const stream = await open(entry).catch((error: unknown) => {
      throw asRefusal(error)
    })
    const decoder = new TextDecoder()
    let read = 0
    try {
      for await (const chunk of stream) {
        read += (chunk as Buffer).length
        this.#count(name, read)
        yield decoder.decode(chunk as Buffer, { stream: true })
      }
    } catch (error) {
      throw asRefusal(error)
    } finally {
      stream.destroy()
    }
    yield decoder.decode()
  }

  #count(name: string, read: number): void {
    const counted = this.#counted.get(name) ?? 0
    if (read <= counted) return
    this.#counted.set(name, read)
    this.#left -= read - counted
    if (this.#left < 0) throw tooLarge()
  }
}

type OpenStream = (
  entry: Entry,
  callback: (error: Error | null, stream: NodeJS.ReadableStream & { destroy(): void }) => void,
) => void

/** Converts an error raised by a damaged or encrypted file. */
function asRefusal(error: unknown): FileRefused {
  return error instanceof FileRefused ? error : new FileRefused(because('import.file_encrypted'))
}

function tooLarge(): FileRefused {
  return new FileRefused(because('import.file_too_large', { megabytes: UNPACKED_MAX / 1024 / 1024 }))
}

/**
 * Opens a ZIP file in memory. @throws FileRefused for one that is damaged or encrypted, or whose declared unpacked size
 * is too large
 */
export async function unpack(bytes: Buffer): Promise<Unpacked> {
  try {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) =>
        error ? reject(error) : resolve(opened),
      )
    })
    return new Unpacked(zip, await entriesOf(zip))
  } catch (error) {
    throw asRefusal(error)
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let declared = 0
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      declared += entry.uncompressedSize
      if (declared > UNPACKED_MAX || entries.size >= ENTRIES_MAX) return reject(tooLarge())
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
  return entries
}
