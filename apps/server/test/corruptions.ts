/** Corrupted bytes, and how they were corrupted. */
export interface Corrupted {
  readonly how: string
  readonly bytes: Buffer
}

const OFFSETS = 20

/** Returns the same bytes truncated and altered at 20 offsets each and at the last byte, and with bytes appended. */
export function corruptions(bytes: Buffer): Corrupted[] {
  const offsets = Array.from({ length: OFFSETS }, (_, offset) =>
    Math.floor((bytes.length * offset) / OFFSETS),
  )
  const altered = (offset: number) => {
    const copy = Buffer.from(bytes)
    copy[offset]! ^= 0x20
    return copy
  }
  const last = bytes.length - 1
  return [
    ...[...offsets, last].map((offset) => ({
      how: `cut off at ${offset}`,
      bytes: bytes.subarray(0, offset),
    })),
    ...[...offsets, last].map((offset) => ({ how: `altered at ${offset}`, bytes: altered(offset) })),
    { how: 'with a line behind it', bytes: Buffer.concat([bytes, Buffer.from('more\n')]) },
    { how: 'twice', bytes: Buffer.concat([bytes, bytes]) },
  ]
}
