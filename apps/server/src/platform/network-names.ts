import { isIP } from 'node:net'

const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }
const HOST_NAME_MAX = 253
const HOST_LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i

/** Whether the text is an address without a zone, or a range of them such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const bits = ADDRESS_BITS[isIP(address)]
  if (bits === undefined || address.includes('%') || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits)
}

/** Whether the text is a name of a host, and could not be read as an address. */
export function isHostName(text: string): boolean {
  const labels = text.split('.')
  if (text.length > HOST_NAME_MAX || !labels.every((label) => HOST_LABEL.test(label))) return false
  return !/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')
}
