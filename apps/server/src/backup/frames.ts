import { BackupFault } from './backup-fault.ts'

/** What a frame of a backup holds: one letter each, as it stands in the file. */
export const frameTypes = { header: 'H', part: 'P', data: 'D', end: 'E', manifest: 'M' } as const

export type FrameType = keyof typeof frameTypes

/** A piece of a backup: its kind and its bytes. */
export interface Frame {
  readonly type: FrameType
  readonly body: Buffer
}

/** The letter, and the length of the body as four bytes, big-endian. */
const HEAD_BYTES = 5

/** Longest body that is read, so that an altered length takes no memory. */
const BODY_BYTES_MAX = 64 * 1024 * 1024

const typesByLetter = new Map<number, FrameType>(
  Object.entries(frameTypes).map(([type, letter]) => [letter.charCodeAt(0), type as FrameType]),
)

/** The bytes of a frame. Raises Error for a body that nobody could read. */
export function encodeFrame(type: FrameType, body: Buffer): Buffer {
  if (body.length > BODY_BYTES_MAX) throw new Error(`a frame of a backup has ${body.length} bytes`)
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(frameTypes[type], 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** The frames in a stream of bytes. Raises BackupFault where they are cut off or are none. */
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
