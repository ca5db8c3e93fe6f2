import { randomFillSync } from 'node:crypto'

const NUMBER_MAX = 0xfff

/**
 * Returns a function that makes UUIDv7s (RFC 9562, 5.7) in lower case: 48 bits of milliseconds, 12 bits that number its
 * IDs within a millisecond (6.2, method 1), then random bits. Later IDs sort later unless its clock goes back, which
 * keeps index pages warm and lists in order. IDs of different makers are in order to the millisecond.
 */
export function idMaker(): (now?: number) => string {
  let latestMs = 0
  let latestNumber = 0
  return (now = Date.now()) => {
    const bytes = randomFillSync(Buffer.allocUnsafe(16))
    bytes.writeUIntBE(now, 0, 6)
    // A random number in the lower half leaves at least as many for the same millisecond.
    const first = bytes.readUInt16BE(6) & (NUMBER_MAX >> 1)
    latestNumber = now === latestMs ? Math.min(latestNumber + 1, NUMBER_MAX) : first
    latestMs = now
    bytes.writeUInt16BE(latestNumber, 6)
    bytes[6] = (bytes[6]! & 0x0f) | 0x70
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}

/** Makes the IDs of this process. */
export const newId = idMaker()

/**
 * Returns the smallest ID that `newId` could make at an instant or later: IDs of earlier rows are smaller. IDs cannot
 * represent instants before 1970.
 */
export function leastIdAt(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Returns the instant at the beginning of an ID made by `newId`, as a timestamp of the API. */
export function instantOfId(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version, in any letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
