import { addressBytes } from './address-bytes.ts'
import { holds, readRange, type AddressRange } from './address-range.ts'
import { isPublicAddress } from './public-address.ts'

/** An item of the setting. */
export interface AllowedTarget extends AtPort {
  /** An address, a range of addresses or a name of a host. */
  readonly target: string
}

/** Targets in the operator's own network that webhooks may reach beside public ones. */
export interface AllowedTargets {
  readonly ranges: readonly (AddressRange & AtPort)[]
  /** Names whose addresses are the operator's own business, in lower case. */
  readonly hosts: readonly (AtPort & { readonly name: string })[]
}

interface AtPort {
  /** Undefined: any. */
  readonly port: number | undefined
}

/** Where a webhook leads, as its url says it. */
export interface HostAndPort {
  /** Lower case; a name, or an address without brackets. */
  readonly hostname: string
  readonly port: number
}

/** Which addresses webhooks may reach. */
export interface TargetRules {
  /** For development: every address passes. */
  readonly allowPrivateTargets: boolean
  /** Undefined: public addresses alone. */
  readonly allowedTargets?: AllowedTargets | undefined
}

/** Reads the items of the setting: addresses and ranges of addresses, and names of hosts, each for any port or one. */
export function readAllowedTargets(items: readonly AllowedTarget[]): AllowedTargets {
  const { ranges = [], hosts = [] } = Object.groupBy(items, ({ target }) =>
    addressBytes(target.split('/', 1)[0]!) === undefined ? 'hosts' : 'ranges',
  )
  return {
    ranges: ranges.map(({ target, port }) => ({ ...readRange(target), port })),
    hosts: hosts.map(({ target, port }) => ({ name: target.toLowerCase(), port })),
  }
}

/** Whether the setting names the host itself, at this port: then its addresses need not be public. */
export function isAllowedHost({ hostname, port }: HostAndPort, { allowedTargets }: TargetRules): boolean {
  return allowedTargets?.hosts.some((host) => host.name === hostname && isAtPort(host, port)) === true
}

/** Whether webhooks to the host may go to this address of it. */
export function isAllowedAddress(address: string, host: HostAndPort, rules: TargetRules): boolean {
  if (rules.allowPrivateTargets || isPublicAddress(address)) return true
  const bytes = addressBytes(address)
  if (bytes === undefined) return false
  if (isAllowedHost(host, rules)) return true
  const ranges = rules.allowedTargets?.ranges ?? []
  return ranges.some((range) => isAtPort(range, host.port) && holds(range, bytes))
}

/**
 * Whether an address is reached only because the operator allows it. What stands there is not for those who make
 * webhooks to find out: they see no reason why a connection failed.
 */
export function isInOwnNetwork(address: string, { allowPrivateTargets }: TargetRules): boolean {
  return !allowPrivateTargets && !isPublicAddress(address)
}

function isAtPort(allowed: AtPort, port: number): boolean {
  return allowed.port === undefined || allowed.port === port
}
