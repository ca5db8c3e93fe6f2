import { isIPv6 } from 'node:net'

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Number of groups in an IPv6 address, and how many of them are the network; subscribers choose the rest themselves.
 */
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Returns what is counted as one client: an IPv4 address, or the 64-bit network of an IPv6 address, because anyone who
 * has one address of such a network has all of them.
 */
export function networkOf(address: string): string {
  const mapped = IPV4_IN_IPV6.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]!.split('::')
  const left = groupsOf(head)
  const right = groupsOf(tail ?? '')
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => 0)
  const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

function groupsOf(part: string): number[] {
  const groups = part.split(':').filter((group) => group !== '')
  // A dotted end, as in 64:ff9b::192.0.2.1, stands for two groups; neither is part of the network.
  return groups.flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]))
}
