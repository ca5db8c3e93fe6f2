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

/** Addresses, a range of them, or a host by name, at any port or at one. */
export interface NetworkTarget {
  readonly target: string
  /** Undefined: any. */
  readonly port: number | undefined
}

const AT_PORT = /^(?:\[([^\]]*:[^\]]*)\]|([^:[\]]+)):([1-9]\d{0,4})$/
const PORT_MAX = 65_535

/**
 * Reads a host name, an address or a range of addresses, at will followed by a port: `erp.corp.internal:8443`,
 * `10.20.0.0/16:443`, `[fd00::/8]:443`. Undefined where the text is none.
 */
export function readNetworkTarget(text: string): NetworkTarget | undefined {
  const [, ipv6, other, digits] = AT_PORT.exec(text) ?? []
  const target = ipv6 ?? other ?? text
  const port = digits === undefined ? undefined : Number(digits)
  if (port !== undefined && port > PORT_MAX) return undefined
  return isAddressRange(target) || isHostName(target) ? { target, port } : undefined
}
