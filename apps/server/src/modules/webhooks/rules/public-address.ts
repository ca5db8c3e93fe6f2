import { addressBytes } from './address-bytes.ts'
import { holds, readRange } from './address-range.ts'

/**
 * Ranges that no webhook may reach, according to the IANA special-purpose address registries for IPv4 and IPv6 and
 * the multicast registry. Includes blocks that IANA calls globally reachable (AS112, AMT, the anycast relays):
 * webhooks are not received there, and what responds differs from network to network.
 */
const REFUSED_IPV4 = [
  '0.0.0.0/8', // this host on this network
  '10.0.0.0/8', // private network
  '100.64.0.0/10', // shared by carriers behind address translation; holds cloud metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud platform responds to every virtual machine here, in otherwise public space
  '169.254.0.0/16', // link-local; holds cloud metadata
  '172.16.0.0/12', // private network
  '192.0.0.0/24', // protocol assignments; holds cloud metadata
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112 sink for private reverse names
  '192.52.193.0/24', // automatic multicast tunnelling
  '192.88.99.0/24', // former 6to4 relays
  '192.168.0.0/16', // private network
  '192.175.48.0/24', // AS112 sink for private reverse names
  '198.18.0.0/15', // benchmarks between network devices
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and the broadcast address
]

/**
 * All IPv6 addresses in use as global unicast. Not included are loopback, the IPv4-compatible, mapped, translated and
 * NAT64 forms, discard-only, segment routing, unique local, link-local, site-local and multicast addresses.
 */
const GLOBAL_UNICAST_IPV6 = '2000::/3'

const REFUSED_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries an IPv4 address
  '2620:4f:8000::/48', // AS112 sink for private reverse names
  '3fff::/20', // documentation
]

/** ISATAP (RFC 5214): these middle groups indicate that an IPv4 address of the site follows, under any prefix. */
const ISATAP_MARKS = [
  [0x00, 0x00, 0x5e, 0xfe],
  [0x02, 0x00, 0x5e, 0xfe],
]
const ISATAP_MARK_AT = 8

const refusedIpv4 = REFUSED_IPV4.map(readRange)
const refusedIpv6 = REFUSED_IPV6.map(readRange)
const globalUnicastIpv6 = readRange(GLOBAL_UNICAST_IPV6)

/**
 * Returns whether a textual IPv4 or IPv6 address is on the public internet. Text that is not exactly one address
 * (short, octal or hexadecimal IPv4, an IPv6 zone, a name) is not public.
 */
export function isPublicAddress(ip: string): boolean {
  const bytes = addressBytes(ip)
  if (bytes === undefined) return false
  if (bytes.length === 4) return !refusedIpv4.some((range) => holds(range, bytes))
  return (
    holds(globalUnicastIpv6, bytes) &&
    !refusedIpv6.some((range) => holds(range, bytes)) &&
    !carriesSiteAddress(bytes)
  )
}

function carriesSiteAddress(bytes: Uint8Array): boolean {
  return ISATAP_MARKS.some((mark) => mark.every((byte, index) => bytes[ISATAP_MARK_AT + index] === byte))
}
