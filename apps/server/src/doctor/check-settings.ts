import { BlockList, isIP } from 'node:net'
import type { Config } from '../platform/config.ts'
import { isAddressRange } from '../platform/network-names.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

/** Checks for settings that are valid but not advisable. */
export function checkSettings(config: Config): Finding[] {
  const found = [...checkReach(config), ...checkProxies(config), ...checkSecrets(config)]
  return found.length > 0 ? found : [fine('settings', 'every setting can be used')]
}

/**
 * Checks whether this server can be reached from other machines, by its listen address and the URLs that it returns
 * to clients.
 */
function checkReach(config: Config): Finding[] {
  const { HOST, PUBLIC_URL, WEBHOOK_ALLOW_PRIVATE_TARGETS } = config
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const isLocal = LOOPBACK.test(HOST)
  const found: Finding[] = []
  if (!isLocal && LOOPBACK.test(hostname)) {
    found.push(
      warning(
        'settings',
        `clients get the address ${PUBLIC_URL}, which leads each of them to its own machine`,
        'set PUBLIC_URL to the origin under which clients reach this server',
      ),
    )
  }
  if (protocol === 'http:' && !LOOPBACK.test(hostname)) {
    found.push(
      warning(
        'settings',
        `keys and passwords travel unencrypted to ${PUBLIC_URL}`,
        'put a proxy with TLS in front and set PUBLIC_URL to its https address',
      ),
    )
  }
  if (WEBHOOK_ALLOW_PRIVATE_TARGETS) {
    found.push(
      warning(
        'settings',
        'webhooks may reach this machine and the network around it',
        'outside development, unset WEBHOOK_ALLOW_PRIVATE_TARGETS and list your receivers in WEBHOOK_ALLOWED_TARGETS',
      ),
    )
  }
  return [...found, ...checkAllowedTargets(config)]
}

/** This machine itself, and the address where clouds provide credentials. */
const DELICATE_TARGETS = ['127.0.0.1', '::1', '169.254.169.254']

/** Ranges of the operator's network that are wider than a receiver needs. */
function checkAllowedTargets({ WEBHOOK_ALLOWED_TARGETS }: Config): Finding[] {
  const delicate = WEBHOOK_ALLOWED_TARGETS.filter(
    ({ target }) =>
      target.toLowerCase() === 'localhost' || DELICATE_TARGETS.some((address) => holds(target, address)),
  )
  if (delicate.length === 0) return []
  return [
    warning(
      'settings',
      `WEBHOOK_ALLOWED_TARGETS holds ${delicate.map(({ target }) => target).join(', ')}: webhooks may reach this machine or the metadata of a cloud`,
      'list the receivers of your network alone',
    ),
  ]
}

function holds(range: string, address: string): boolean {
  const [network = '', length] = range.split('/')
  const family = isIP(network)
  if (family === 0 || family !== isIP(address)) return false
  const type = family === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, Number(length ?? (family === 4 ? 32 : 128)), type)
  return list.check(address, type)
}

/** Names of ranges known to the HTTP server. */
const PROXY_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

function checkProxies({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: Config): Finding[] {
  const unreadable = TRUSTED_PROXIES.filter((range) => !PROXY_RANGES.has(range) && !isAddressRange(range))
  if (unreadable.length > 0) {
    const says = `TRUSTED_PROXIES holds ${unreadable.join(', ')}, which is no address or range`
    return [problem('proxy', says, 'list addresses or CIDR ranges, such as 10.0.0.0/8')]
  }
  const everybody = TRUSTED_PROXIES.filter((range) => range.endsWith('/0'))
  if (everybody.length > 0) {
    const says = `TRUSTED_PROXIES holds ${everybody.join(', ')}: anybody can pass for any address`
    return [warning('proxy', says, 'list the addresses of your proxies alone')]
  }
  if (TRUSTED_PROXIES.length > 0)
    return [fine('proxy', `X-Forwarded-For is believed of ${TRUSTED_PROXIES.join(', ')}`)]
  if (PUBLIC_URL.startsWith('https:') && LOOPBACK.test(HOST)) {
    return [
      warning(
        'proxy',
        'a proxy stands in front, and all clients without a key share its limit of requests',
        'set TRUSTED_PROXIES to the address of the proxy',
      ),
    ]
  }
  return [fine('proxy', 'no proxy is trusted; clients are known by the address of their socket')]
}

function checkSecrets({ DATABASE_URL, SECRET_KEY }: Config): Finding[] {
  if (DATABASE_URL === undefined || SECRET_KEY !== undefined) return []
  return [
    warning(
      'settings',
      'the secret lies in the data folder of this machine, while the database may serve others, too',
      'set the same SECRET_KEY for every server of the database',
    ),
  ]
}
