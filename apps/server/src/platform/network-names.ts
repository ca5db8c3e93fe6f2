import { isIP } from 'node:net'

const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }
const HOST_NAME_MAX = 253
const HOST_LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i

/** Whether the text is an IP address without a zone, or a range such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const bits = ADDRESS_BITS[isIP(address)]
  if (bits === undefined || address.includes('%') || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits)
}

/** Whether the text is a host name that cannot be read as an IP address. */
export function isHostName(text: string): boolean {
  const labels = text.split('.')
  if (text.length > HOST_NAME_MAX || !labels.every((label) => HOST_LABEL.test(label))) return false
  return !/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? '')
}

/** IP addresses, a range, or a host name, with any port or a specific one. */
export interface NetworkTarget {
  readonly target: string
  /** Undefined for any port. */
  readonly port: number | undefined
}

const AT_PORT = /^(?:\[([^\]]*:[^\]]*)\]|([^:[\]]+)):([1-9]\d{0,4})$/
const PORT_MAX = 65_535

/**
 * Reads a host name, an IP address or a range, optionally followed by a port: `erp.corp.internal:8443`,
 * `10.20.0.0/16:443`, `[fd00::/8]:443`. Undefined if the text is none of these.
 */
export function readNetworkTarget(text: string): NetworkTarget | undefined {
  const [, ipv6, other, digits] = AT_PORT.exec(text) ?? []
  const target = ipv6 ?? other ?? text
  const port = digits === undefined ? undefined : Number(digits)
  if (port !== undefined && port > PORT_MAX) return undefined
  return isAddressRange(target) || isHostName(target) ? { target, port } : undefined
}
