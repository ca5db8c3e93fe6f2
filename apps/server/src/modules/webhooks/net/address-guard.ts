import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { because, type RefusalReason } from '@plumbline/contract'
import { isAllowedAddress, type HostAndPort, type TargetRules } from '../rules/allowed-targets.ts'

/** Returns all addresses of a name; rejects if it has none. */
export type NameLookup = (hostname: string) => Promise<readonly LookupAddress[]>

export interface AddressGuard extends TargetRules {
  readonly lookup: NameLookup
  /** Defaults to 5 s. */
  readonly timeoutMs?: number
}

/** The addresses that may be dialed, in order of preference, or why none may. */
export type CheckedTarget =
  | { readonly addresses: readonly LookupAddress[] }
  | { readonly refused: RefusalReason }

/** Longer than any healthy resolution takes, and short enough to leave time for the delivery itself. */
export const RESOLVE_TIMEOUT_MS = 5000

/**
 * Resolves a host name or literal and checks every address. A single address that is neither public nor allowed
 * refuses the whole name, because the owner of the name could otherwise choose which one is dialed. The refusal does
 * not quote the addresses, which would reveal how internal names resolve.
 */
export async function resolvePublicTarget(host: HostAndPort, guard: AddressGuard): Promise<CheckedTarget> {
  const { hostname } = host
  const family = isIP(hostname)
  if (family !== 0) return checkAddresses([{ address: hostname, family }], host, guard)
  try {
    const addresses = await within(guard.timeoutMs ?? RESOLVE_TIMEOUT_MS, guard.lookup(hostname))
    if (addresses === TOO_LATE) return { refused: because('webhook.host_slow') }
    return checkAddresses(addresses, host, guard)
  } catch {
    return { refused: because('webhook.host_unresolved') }
  }
}

function checkAddresses(
  addresses: readonly LookupAddress[],
  host: HostAndPort,
  rules: TargetRules,
): CheckedTarget {
  if (addresses.length === 0) return { refused: because('webhook.host_unresolved') }
  if (!addresses.every(({ address }) => isAllowedAddress(address, host, rules))) {
    return { refused: because('webhook.host_not_public') }
  }
  return { addresses }
}

const TOO_LATE = Symbol('too late')

async function within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value | typeof TOO_LATE> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof TOO_LATE>((resolve) => {
    timer = setTimeout(() => resolve(TOO_LATE), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
