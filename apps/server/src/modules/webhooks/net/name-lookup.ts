import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NameLookup } from './address-guard.ts'

/**
 * The system's own resolver. It runs in a few threads shared by the whole process, so one name that never resolves
 * delays all others: for development, where names are the operator's own.
 */
export const systemLookup: NameLookup = (hostname) => lookup(hostname, { all: true, order: 'verbatim' })

export interface NameLookupOptions {
  /** Name servers instead of the system's, as `address:port`. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
}

/** Two attempts of this length fit into the time that the guard allows. */
const QUERY_TIMEOUT_MS = 2000
const QUERY_TRIES = 2
/** How long the hosts file and the system's list of name servers are assumed unchanged. */
const SYSTEM_FILES_LIFE_MS = 10_000

/**
 * A lookup in the hosts file and then in the DNS that queries any number of names concurrently, so that names whose
 * servers never answer, which anyone can set up, do not delay others. IPv4 addresses come first.
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

/** Queries both families; if one fails, as it does on name servers that drop unknown queries, the other is used. */
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

/** Recreates the value once it is older than the system's files are assumed to be unchanged. */
function renewed<Value>(make: () => Value): () => Value {
  let made: { value: Value; atMs: number } | undefined
  return () => {
    const nowMs = performance.now()
    if (made === undefined || nowMs - made.atMs > SYSTEM_FILES_LIFE_MS) made = { value: make(), atMs: nowMs }
    return made.value
  }
}
