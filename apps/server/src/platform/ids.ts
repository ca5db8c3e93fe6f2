import { randomFillSync } from 'node:crypto'

/**
 * A new UUIDv7 (RFC 9562, 5.7) in lower case: 48 bits of milliseconds, then random bits.
 * Ids made later sort later to the millisecond, which keeps index pages warm.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomFillSync(Buffer.allocUnsafe(16))
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * The least id that `newId` makes at an instant or later: ids of rows before it are smaller. Ids know no instant before
 * 1970, at which they begin.
 */
export function leastIdAt(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** The instant with which an id of `newId` begins, as a timestamp of the API. */
export function instantOfId(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString()
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text is a UUID of any version, in any letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
