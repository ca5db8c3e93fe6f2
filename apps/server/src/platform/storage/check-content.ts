import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { because, type ErrorCode } from '@plumbline/contract'
import { DeadlinePassed, currentDeadline } from '../deadline.ts'
import { ApiError } from '../errors.ts'
import { ObjectMissing } from './storage.ts'

/** Result of comparing a stored object with its recorded hash. */
export type ContentState = 'intact' | 'altered' | 'missing'

/** The content of a stored object is not what was recorded. */
export class ContentAltered extends Error {
  constructor(key: string) {
    super(`the object ${key} holds other bytes than were recorded`)
    this.name = 'ContentAltered'
  }
}

/**
 * Returns the SHA-256 of the rest of a stream.
 * @throws DeadlinePassed if the deadline of the request passes first
 */
export async function sha256Of(content: Readable): Promise<Buffer> {
  const hash = createHash('sha256')
  const forget = currentDeadline()?.onPassed(() => content.destroy(new DeadlinePassed()))
  for await (const chunk of content) hash.update(chunk as Buffer)
  forget?.()
  return hash.digest()
}

/**
 * Reads an object completely and compares it with its hash.
 * @throws StorageUnavailable
 */
export async function contentState(read: () => Promise<Readable>, sha256: Buffer): Promise<ContentState> {
  try {
    return (await sha256Of(await read())).equals(sha256) ? 'intact' : 'altered'
  } catch (error) {
    if (error instanceof ObjectMissing) return 'missing'
    throw error
  }
}

/**
 * Returns the refusal of a file that is missing or altered, which is logged as an error; undefined for other errors.
 */
export function fileRefusal(code: ErrorCode, error: unknown): ApiError | undefined {
  if (error instanceof ObjectMissing)
    return new ApiError(code, { reason: because('storage.file_missing'), cause: error, isFault: true })
  if (error instanceof ContentAltered)
    return new ApiError(code, { reason: because('storage.file_altered'), cause: error, isFault: true })
  return undefined
}

/**
 * Passes bytes through while hashing them. The last ones are passed on only if the hash is correct, so that a reader
 * never gets a complete altered file.
 * @param altered returns the error with which the stream then ends
 */
export function checkedStream(content: Readable, sha256: Buffer, altered: () => Error): Readable {
  return Readable.from(checkedChunks(content, sha256, altered), { objectMode: false })
}

async function* checkedChunks(
  content: Readable,
  sha256: Buffer,
  altered: () => Error,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer | undefined
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    if (held) yield held
    held = chunk
  }
  if (!hash.digest().equals(sha256)) throw altered()
  if (held) yield held
}
