import { addressBytes } from './address-bytes.ts'
import { holds, readRange, type AddressRange } from './address-range.ts'
import { isPublicAddress } from './public-address.ts'

/** An item of the setting. */
export interface AllowedTarget extends AtPort {
  /** An address, a range of addresses or a host name. */
  readonly target: string
}

/** Targets in the operator's own network that webhooks may reach in addition to public ones. */
export interface AllowedTargets {
  readonly ranges: readonly (AddressRange & AtPort)[]
  /** Names whose addresses are under the operator's control, in lowercase. */
  readonly hosts: readonly (AtPort & { readonly name: string })[]
}

interface AtPort {
  /** Undefined: any. */
  readonly port: number | undefined
}

/** The destination of a webhook, as stated by its URL. */
export interface HostAndPort {
  /** Lowercase; a name, or an address without brackets. */
  readonly hostname: string
  readonly port: number
}

/** Which addresses webhooks may reach. */
export interface TargetRules {
  /** For development: every address is allowed. */
  readonly allowPrivateTargets: boolean
  /** Undefined: only public addresses. */
  readonly allowedTargets?: AllowedTargets | undefined
}

/** Reads the items of the setting: addresses, ranges of addresses and host names, each for any port or one. */
export function readAllowedTargets(items: readonly AllowedTarget[]): AllowedTargets {
  const { ranges = [], hosts = [] } = Object.groupBy(items, ({ target }) =>
    addressBytes(target.split('/')[0]!) === undefined ? 'hosts' : 'ranges',
  )
  return {
    ranges: ranges.map(({ target, port }) => ({ ...readRange(target), port })),
    hosts: hosts.map(({ target, port }) => ({ name: target.toLowerCase(), port })),
  }
}

/** Whether the setting names the host itself, at this port, in which case its addresses need not be public. */
export function isAllowedHost({ hostname, port }: HostAndPort, { allowedTargets }: TargetRules): boolean {
  return allowedTargets?.hosts.some((host) => host.name === hostname && isAtPort(host, port)) === true
}

/** Whether webhooks to the host may use this address. */
export function isAllowedAddress(address: string, host: HostAndPort, rules: TargetRules): boolean {
  if (rules.allowPrivateTargets || isPublicAddress(address)) return true
  const bytes = addressBytes(address)
  if (bytes === undefined) return false
  if (isAllowedHost(host, rules)) return true
  const ranges = rules.allowedTargets?.ranges ?? []
  return ranges.some((range) => isAtPort(range, host.port) && holds(range, bytes))
}

/**
 * Whether an address is reachable only because the operator allows it. Those who create webhooks must not be able to
 * probe it, so they do not see why a connection failed.
 */
export function isInOwnNetwork(address: string, { allowPrivateTargets }: TargetRules): boolean {
  return !allowPrivateTargets && !isPublicAddress(address)
}

function isAtPort(allowed: AtPort, port: number): boolean {
  return allowed.port === undefined || allowed.port === port
}
