/** Corrupted bytes, and how they were corrupted. */
export interface Spoilt {
  readonly way: string
  readonly bytes: Buffer
}

const PLACES = 20

/** Returns the same bytes truncated and altered at 20 places each and at the last byte, and with something appended. */
export function spoilt(bytes: Buffer): Spoilt[] {
  const places = Array.from({ length: PLACES }, (_, place) => Math.floor((bytes.length * place) / PLACES))
  const altered = (place: number) => {
    const copy = Buffer.from(bytes)
    copy[place]! ^= 0x20
    return copy
  }
  const last = bytes.length - 1
  return [
    ...[...places, last].map((place) => ({ way: `cut off at ${place}`, bytes: bytes.subarray(0, place) })),
    ...[...places, last].map((place) => ({ way: `altered at ${place}`, bytes: altered(place) })),
    { way: 'with a line behind it', bytes: Buffer.concat([bytes, Buffer.from('more\n')]) },
    { way: 'twice', bytes: Buffer.concat([bytes, bytes]) },
  ]
}
