import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NameLookup } from './address-guard.ts'

/**
 * The system's own resolution. It runs in few threads that the whole process shares, so one name that is never
 * resolved holds up all others: for development, where names are the operator's own.
 */
export const systemLookup: NameLookup = (hostname) => lookup(hostname, { all: true, order: 'verbatim' })

export interface NameLookupOptions {
  /** Name servers instead of the system's, as `address:port`. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
}

/** Two tries of this length fit into the time that the guard allows. */
const QUERY_TIMEOUT_MS = 2000
const QUERY_TRIES = 2
/** How long the hosts file and the system's list of name servers are taken as unchanged. */
const SYSTEM_FILES_LIFE_MS = 10_000

/**
 * A look-up in the hosts file and then in the DNS that asks about any number of names side by side, so that names
 * whose servers never response, which anyone can set up, delay nobody else's. IPv4 addresses come first.
 */
export function createNameLookup(options: NameLookupOptions = {}): NameLookup {
  const hosts = renewed(() => readHosts(options.hostsFile ?? systemHostsFile()))
  const resolver = renewed(() => makeResolver(options.servers))
  return async (hostname) => (await hosts()).get(hostname) ?? (await queryBoth(resolver(), hostname))
}

function makeResolver(servers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
  if (servers !== undefined) resolver.setServers(servers)
  return resolver
}

/** Both families; one of them failing, as it does on name servers that drop unknown questions, leaves the other. */
async function queryBoth(resolver: Resolver, hostname: string): Promise<readonly LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = [...asAddresses(four, 4), ...asAddresses(six, 6)]
  if (addresses.length === 0) throw new Error(`no address for ${hostname}`)
  return addresses
}

function asAddresses(response: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return response.status === 'fulfilled' ? response.value.map((address) => ({ address, family })) : []
}

async function readHosts(path: string): Promise<ReadonlyMap<string, readonly LookupAddress[]>> {
  const hosts = new Map<string, LookupAddress[]>()
  for (const line of (await readFile(path, 'utf8').catch(() => '')).split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    for (const name of names) {
      const known = hosts.get(name.toLowerCase()) ?? []
      hosts.set(name.toLowerCase(), [...known, { address, family: address.includes(':') ? 6 : 4 }])
    }
  }
  return hosts
}

function systemHostsFile(): string {
  if (process.platform !== 'win32') return '/etc/hosts'
  return join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
}

/** Makes the value again once it is older than the system's files are taken to stay the same. */
function renewed<Value>(make: () => Value): () => Value {
  let made: { value: Value; atMs: number } | undefined
  return () => {
    const nowMs = performance.now()
    if (made === undefined || nowMs - made.atMs > SYSTEM_FILES_LIFE_MS) made = { value: make(), atMs: nowMs }
    return made.value
  }
}
