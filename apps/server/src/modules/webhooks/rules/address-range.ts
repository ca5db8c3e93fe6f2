import { addressBytes } from './address-bytes.ts'

/** A CIDR range of addresses of one family. */
export interface AddressRange {
  readonly bytes: Uint8Array
  readonly prefixBits: number
}

/**
 * Reads a range such as `10.0.0.0/8`; a single address is a range of one.
 * @throws if the text is neither
 */
export function readRange(text: string): AddressRange {
  const [address = '', prefix] = text.split('/')
  const bytes = addressBytes(address)
  if (bytes === undefined) throw new Error(`not an address range: ${text}`)
  return { bytes, prefixBits: prefix === undefined ? 8 * bytes.length : Number(prefix) }
}

/** Whether an address, as its bytes, lies in the range. */
export function holds(range: AddressRange, bytes: Uint8Array): boolean {
  if (range.bytes.length !== bytes.length) return false
  return range.bytes.every((byte, index) => {
    const bitsBehind = 8 * (index + 1) - range.prefixBits
    const ignored = Math.min(Math.max(bitsBehind, 0), 8)
    return byte >> ignored === bytes[index]! >> ignored
  })
}
