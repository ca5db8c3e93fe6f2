import { BackupFault } from './backup-fault.ts'

/** The content of a frame in a backup: one letter each, as written in the file. */
export const frameTypes = { header: 'H', part: 'P', data: 'D', end: 'E', manifest: 'M' } as const

export type FrameType = keyof typeof frameTypes

/** A piece of a backup: its type and its bytes. */
export interface Frame {
  readonly type: FrameType
  readonly body: Buffer
}

/** The letter, and the length of the body as four bytes, big-endian. */
const HEAD_BYTES = 5

/** Maximum length of a body, so that an altered length does not allocate memory. */
const BODY_BYTES_MAX = 64 * 1024 * 1024

const typesByLetter = new Map<number, FrameType>(
  Object.entries(frameTypes).map(([type, letter]) => [letter.charCodeAt(0), type as FrameType]),
)

/** Returns the bytes of a frame. Throws Error for a body that is too long to be read. */
export function encodeFrame(type: FrameType, body: Buffer): Buffer {
  if (body.length > BODY_BYTES_MAX) throw new Error(`a frame of a backup has ${body.length} bytes`)
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(frameTypes[type], 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** Yields the frames in a stream of bytes. Throws BackupFault if they are truncated or invalid. */
export async function* decodeFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let held: Buffer[] = []
  let heldBytes = 0
  const take = (length: number) => {
    const all = held.length === 1 ? held[0]! : Buffer.concat(held)
    held = [all.subarray(length)]
    heldBytes = all.length - length
    return all.subarray(0, length)
  }
  let head: { type: FrameType; length: number } | undefined
  for await (const chunk of bytes) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    heldBytes += chunk.byteLength
    for (;;) {
      head ??= heldBytes >= HEAD_BYTES ? readHead(take(HEAD_BYTES)) : undefined
      if (!head || heldBytes < head.length) break
      yield { type: head.type, body: take(head.length) }
      head = undefined
    }
  }
  if (head || heldBytes > 0) throw new BackupFault('it is cut off')
}

function readHead(bytes: Buffer): { type: FrameType; length: number } {
  const type = typesByLetter.get(bytes[0]!)
  const length = bytes.readUInt32BE(1)
  if (type === undefined || length > BODY_BYTES_MAX) throw new BackupFault('its bytes were altered')
  return { type, length }
}
