import { Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupFault } from './backup-fault.ts'
import { passphraseIdentity, passphraseRecipient } from './passphrase-stanza.ts'

/** Compression level: rows shrink to a tenth, at about the speed of the database. */
const COMPRESSION_LEVEL = 3

/**
 * Cost of trying a passphrase, as the binary logarithm of scrypt's N (RFC 7914): 64 MiB for each attempt, and for the
 * backup itself, which needs less than 300 MB.
 */
const SCRYPT_LOG_N = 16

/** The first bytes of a file in the age format (age-encryption.org/v1). */
const AGE_MARK = Buffer.from('age-encryption.org/')

/** The first bytes of a Zstandard frame (RFC 8878, 3.1.1). */
const ZSTD_MARK = Buffer.from('28b52ffd', 'hex')

/** Number of bytes needed to tell the two apart. */
const MARK_BYTES = AGE_MARK.length

/**
 * Compresses a backup and, with a passphrase, encrypts it in the age format: `age -d FILE | zstd -d` reverses both.
 * @param scryptLogN cost of trying a passphrase
 */
export async function seal(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
  scryptLogN = SCRYPT_LOG_N,
): Promise<Readable> {
  const source = Readable.from(plain, { objectMode: false, highWaterMark: HIGH_WATER_BYTES })
  const compressing = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
  const compressed = chain(source, compressing)
  // It starts immediately, and may fail before it is read; the reader then gets the error.
  compressed.on('error', () => undefined)
  if (passphrase === undefined) return compressed
  // Loaded on demand: most commands do not encrypt.
  const { Encrypter, Stanza } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(passphraseRecipient(Stanza, passphrase, scryptLogN))
  return Readable.from(await encrypter.encrypt(Readable.toWeb(compressed) as ReadableStream<Uint8Array>))
}

/** Whether a backup is encrypted, and its content. */
export interface Unsealed {
  readonly isEncrypted: boolean
  readonly plain: AsyncIterable<Uint8Array>
}

/**
 * Decrypts and decompresses a backup. Throws BackupFault, also while the bytes are read, if it is not a backup, is
 * altered or truncated, or the passphrase is missing or wrong.
 */
export async function unseal(sealed: Readable, passphrase: string | undefined): Promise<Unsealed> {
  const { start, all } = await peek(sealed)
  const isEncrypted = start.equals(AGE_MARK)
  if (!isEncrypted && !start.subarray(0, ZSTD_MARK.length).equals(ZSTD_MARK)) {
    throw new BackupFault('it is no backup of Plumbline, or its beginning was altered or cut off')
  }
  if (isEncrypted && passphrase === undefined) {
    throw new BackupFault('it is encrypted: name the file that holds its passphrase with --passphrase-file')
  }
  if (!isEncrypted && passphrase !== undefined) {
    throw new BackupFault('it is not encrypted, and a passphrase was given: is it the one that you made?')
  }
  const compressed = passphrase === undefined ? Readable.from(all) : await decrypt(all, passphrase)
  return { isEncrypted, plain: asFaults(decompress(compressed)) }
}

/** Decompression ends with the first frame, and ignores anything appended to it. */
async function* decompress(compressed: Readable): AsyncGenerator<Uint8Array> {
  let compressedBytes = 0
  compressed.on('data', (chunk: Uint8Array) => (compressedBytes += chunk.length))
  const step = chain(compressed, createZstdDecompress())
  yield* step as AsyncIterable<Uint8Array>
  if (step.bytesWritten !== compressedBytes) throw new BackupFault('something was added behind its end')
}

/** Number of bytes buffered between two steps. */
const HIGH_WATER_BYTES = 64 * 1024

/** Joins two steps so that a failure of the first makes the second fail. */
function chain<Step extends NodeJS.ReadWriteStream & { destroy(error?: Error): unknown }>(
  source: Readable,
  step: Step,
): Step & Readable {
  source.on('error', (error) => step.destroy(error))
  source.pipe(step)
  const joined = step as unknown as Step & Readable
  joined.on('close', () => source.destroy())
  return joined
}

async function peek(sealed: Readable): Promise<{ start: Buffer; all: AsyncIterable<Buffer> }> {
  const chunks = sealed[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let read = Buffer.alloc(0)
  while (read.length < MARK_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    read = Buffer.concat([read, value])
  }
  async function* all() {
    yield read
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { start: read.subarray(0, MARK_BYTES), all: all() }
}

async function decrypt(sealed: AsyncIterable<Buffer>, passphrase: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(passphraseIdentity(passphrase))
  const source = Readable.toWeb(Readable.from(sealed, { objectMode: false })) as ReadableStream<Uint8Array>
  try {
    return Readable.from(await decrypter.decrypt(source))
  } catch (error) {
    throw new BackupFault('its passphrase is another one, or its beginning was altered or cut off', error)
  }
}

/** Converts errors of decryption, decompression and the disk to one sentence. */
async function* asFaults(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    if (error instanceof BackupFault) throw error
    const { code = '' } = error as { code?: string }
    // An error of the disk or bucket is not a fault of the backup.
    if (error instanceof Error && 'syscall' in error) throw error
    throw new BackupFault(
      code === 'Z_BUF_ERROR' ? 'it is cut off' : 'its bytes were altered or it is cut off',
      error,
    )
  }
}
