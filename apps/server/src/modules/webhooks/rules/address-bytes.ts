const IPV4_BYTES = 4
const IPV6_GROUPS = 8
/** Exactly four decimal parts without leading zeros; every other notation is read differently by different parsers. */
const DOTTED_QUAD = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
const HEX_GROUP = /^[0-9a-f]{1,4}$/i

/**
 * Returns the bytes of a textual address: 4 for IPv4, 16 for IPv6, undefined for anything else. IPv4 is accepted only
 * in dotted decimal notation, and an IPv6 zone (`%eth0`) makes the text invalid.
 */
export function addressBytes(text: string): Uint8Array | undefined {
  return text.includes(':') ? ipv6Bytes(text) : ipv4Bytes(text)
}

/** Returns whether two textual addresses are the same address, whatever their spelling. */
export function sameAddress(one: string, other: string): boolean {
  const left = addressBytes(one)
  const right = addressBytes(other)
  if (left === undefined || right === undefined || left.length !== right.length) return false
  return left.every((byte, index) => byte === right[index])
}

function ipv4Bytes(text: string): Uint8Array | undefined {
  const match = DOTTED_QUAD.exec(text)
  if (match === null) return undefined
  const parts = match.slice(1).map(Number)
  return parts.every((part) => part <= 0xff) ? Uint8Array.from(parts) : undefined
}

function ipv6Bytes(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  const [left = '', right] = halves
  if (halves.length > 2) return undefined
  if (right === undefined) return bytesOfGroups(ipv6Groups(left, true), IPV6_GROUPS)
  const head = ipv6Groups(left, false)
  const tail = ipv6Groups(right, true)
  if (head === undefined || tail === undefined) return undefined
  const missing = IPV6_GROUPS - head.length - tail.length
  if (missing < 1) return undefined
  return bytesOfGroups([...head, ...Array.from<number>({ length: missing }).fill(0), ...tail], IPV6_GROUPS)
}

/** Returns the 16-bit groups of one side of `::`; only the last group of an address may be a dotted quad. */
function ipv6Groups(text: string, isEnd: boolean): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [index, part] of parts.entries()) {
    const quad = isEnd && index === parts.length - 1 ? ipv4Bytes(part) : undefined
    if (quad !== undefined) groups.push(...groupsOfQuad(quad))
    else if (HEX_GROUP.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

function groupsOfQuad(quad: Uint8Array): number[] {
  const view = new DataView(quad.buffer, quad.byteOffset, IPV4_BYTES)
  return [view.getUint16(0), view.getUint16(2)]
}

function bytesOfGroups(groups: number[] | undefined, expected: number): Uint8Array | undefined {
  if (groups?.length !== expected) return undefined
  const bytes = new Uint8Array(expected * 2)
  const view = new DataView(bytes.buffer)
  for (const [index, group] of groups.entries()) view.setUint16(index * 2, group)
  return bytes
}
