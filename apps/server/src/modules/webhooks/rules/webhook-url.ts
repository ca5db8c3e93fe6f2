import { because, type RefusalReason } from '@plumbline/contract'
import { addressBytes, sameAddress } from './address-bytes.ts'
import { isAllowedAddress, isAllowedHost, type TargetRules } from './allowed-targets.ts'

/** The destination of a webhook URL, read from its text alone; the name has not been resolved yet. */
export interface WebhookTarget {
  /** The text as given. */
  readonly url: string
  readonly protocol: 'https:' | 'http:'
  /** Lowercase, without the brackets of an IPv6 literal. */
  readonly hostname: string
  readonly port: number
  /** Path and query, as they go into the request line. */
  readonly path: string
  /** Present if the host is written as an address, so that nothing needs to be resolved. */
  readonly literalAddress?: string
}

/** For development, plain http and every port are allowed, like every address. */
export interface WebhookUrlRules extends TargetRules {
  /** Undefined allows every port. */
  readonly allowedPorts?: ReadonlySet<number> | undefined
}

export type WebhookUrlReading = WebhookTarget | { readonly refused: RefusalReason }

/** Printable ASCII without space and backslash: anything else is read differently by different URL parsers. */
const PLAIN_TEXT = /^[!-[\]-~]+$/
const URL_PARTS = /^(https?):\/\/([^/?#]+)([/?][^#]*)?$/i
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:[\]]+)(?::(\d+))?$/
/** No sign, no leading zero: the port in the text is the port that is dialed. */
const PLAIN_PORT = /^[1-9]\d{0,4}$/
const PORT_MAX = 65_535
const HOST_NAME_MAX = 253
const HOST_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/
/** URL parsers treat a host whose last label is a number, including hexadecimal ones, as an IPv4 address. */
const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/
/** Names that stand for the host itself or for a local network (RFC 6761, RFC 6762, RFC 8375, ICANN on `internal`). */
const INTERNAL_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'localdomain',
  'localdomain4',
  'localdomain6',
]

const DEFAULT_PORTS = { 'https:': 443, 'http:': 80 }

/**
 * Reads the text of a webhook URL. A text that could be understood in two ways is refused rather than normalized, so
 * that what is checked here is what is resolved and dialed later.
 */
export function readWebhookUrl(text: string, rules: WebhookUrlRules): WebhookUrlReading {
  if (!PLAIN_TEXT.test(text)) {
    return refuse(because('webhook.plain_text'))
  }
  if (text.includes('#')) return refuse(because('webhook.fragment'))
  const parts = URL_PARTS.exec(text)
  if (parts === null) return refuse(because('webhook.needs_host'))
  const [, scheme = '', authority = '', rest = ''] = parts
  const protocol = scheme.toLowerCase() === 'https' ? 'https:' : 'http:'
  if (protocol === 'http:' && !rules.allowPrivateTargets) return refuse(because('webhook.needs_https'))
  const host = readAuthority(authority, protocol)
  if ('refused' in host) return host
  const refusal = refusalOfHost(host, rules) ?? refusalOfPort(host.port, rules)
  if (refusal !== undefined) return refuse(refusal)
  return crossCheck({ url: text, protocol, ...host, path: rest })
}

interface Host {
  readonly hostname: string
  readonly port: number
  readonly literalAddress?: string
}

function readAuthority(
  authority: string,
  protocol: WebhookTarget['protocol'],
): Host | { refused: RefusalReason } {
  if (authority.includes('@')) return refuse(because('webhook.credentials'))
  if (authority.includes('%')) return refuse(because('webhook.host_encoded'))
  const match = HOST_AND_PORT.exec(authority)
  if (match === null) return refuse(because('webhook.host_or_port'))
  const [, rawHost = '', portText] = match
  if (portText !== undefined && !PLAIN_PORT.test(portText)) return refuse(because('webhook.port'))
  const port = portText === undefined ? DEFAULT_PORTS[protocol] : Number(portText)
  if (port > PORT_MAX) return refuse(because('webhook.port'))
  const host = readHost(rawHost.toLowerCase())
  return 'refused' in host ? host : { ...host, port }
}

function readHost(host: string): Omit<Host, 'port'> | { refused: RefusalReason } {
  if (host.startsWith('[')) {
    const address = host.slice(1, -1)
    if (!address.includes(':') || addressBytes(address) === undefined) {
      return refuse(because('webhook.ipv6'))
    }
    return { hostname: address, literalAddress: address }
  }
  if (addressBytes(host) !== undefined) return { hostname: host, literalAddress: host }
  const labels = host.split('.')
  if (NUMERIC_LABEL.test(labels.at(-1) ?? '')) {
    return refuse(because('webhook.ipv4'))
  }
  if (host.length > HOST_NAME_MAX || !labels.every((label) => HOST_LABEL.test(label))) {
    return refuse(because('webhook.host_labels'))
  }
  return { hostname: host }
}

function refusalOfHost(host: Host, rules: WebhookUrlRules): RefusalReason | undefined {
  if (rules.allowPrivateTargets) return undefined
  const { hostname } = host
  if (addressBytes(hostname) !== undefined) {
    return isAllowedAddress(hostname, host, rules) ? undefined : because('webhook.address_not_public')
  }
  if (isAllowedHost(host, rules)) return undefined
  const isInternal = INTERNAL_SUFFIXES.some((suffix) => hostname.endsWith(`.${suffix}`))
  if (isInternal || !hostname.includes('.')) return because('webhook.host_internal')
  return undefined
}

function refusalOfPort(port: number, rules: WebhookUrlRules): RefusalReason | undefined {
  if (rules.allowPrivateTargets || rules.allowedPorts === undefined) return undefined
  if (rules.allowedPorts.has(port)) return undefined
  const allowed = [...rules.allowedPorts].toSorted((one, other) => one - other).join(', ')
  return because('webhook.port_refused', { port: String(port), allowed })
}

/**
 * Compares with a second, independent parse by the runtime, which must agree; otherwise the two could lead to different
 * hosts.
 */
function crossCheck(target: WebhookTarget): WebhookUrlReading {
  const parsed = URL.parse(target.url)
  if (parsed === null) return refuse(because('webhook.unreadable'))
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = parsed.port === '' ? DEFAULT_PORTS[target.protocol] : Number(parsed.port)
  const { literalAddress } = target
  const isSameHost =
    literalAddress === undefined ? hostname === target.hostname : sameAddress(hostname, literalAddress)
  if (parsed.protocol !== target.protocol || port !== target.port)
    return refuse(because('webhook.unreadable'))
  if (!isSameHost) return refuse(because('webhook.host_invalid'))
  const path = parsed.pathname + parsed.search
  return literalAddress === undefined
    ? { ...target, path }
    : { ...target, hostname, literalAddress: hostname, path }
}

function refuse(reason: RefusalReason): { refused: RefusalReason } {
  return { refused: reason }
}
