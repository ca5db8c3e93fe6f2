import { addressBytes } from './address-bytes.ts'
import { holds, readRange, type AddressRange } from './address-range.ts'
import { isPublicAddress } from './public-address.ts'

/** Targets in the operator's own network that webhooks may reach beside public ones. */
export interface AllowedTargets {
  readonly ranges: readonly AddressRange[]
  /** Names whose addresses are the operator's own business, in lower case. */
  readonly hosts: ReadonlySet<string>
}

/** Which addresses webhooks may reach. */
export interface TargetRules {
  /** For development: every address passes. */
  readonly allowPrivateTargets: boolean
  /** Undefined: public addresses alone. */
  readonly allowedTargets?: AllowedTargets | undefined
}

/** Reads the items of the setting: addresses and ranges of addresses, and names of hosts. */
export function readAllowedTargets(items: readonly string[]): AllowedTargets {
  const { ranges = [], hosts = [] } = Object.groupBy(items, (item) =>
    addressBytes(item.split('/', 1)[0]!) === undefined ? 'hosts' : 'ranges',
  )
  return { ranges: ranges.map(readRange), hosts: new Set(hosts.map((host) => host.toLowerCase())) }
}

/** Whether the setting names the host itself: then its addresses need not be public. */
export function isAllowedHost(hostname: string, { allowedTargets }: TargetRules): boolean {
  return allowedTargets?.hosts.has(hostname) === true
}

/** Whether webhooks to the host may go to this address of it. */
export function isAllowedAddress(address: string, hostname: string, rules: TargetRules): boolean {
  if (rules.allowPrivateTargets || isPublicAddress(address)) return true
  const bytes = addressBytes(address)
  if (bytes === undefined) return false
  if (isAllowedHost(hostname, rules)) return true
  return rules.allowedTargets?.ranges.some((range) => holds(range, bytes)) === true
}
