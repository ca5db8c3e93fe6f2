import { Pool, type Dispatcher } from 'undici'
import { because, type RefusalReason } from '@plumbline/contract'
import {
  resolvePublicTarget,
  RESOLVE_TIMEOUT_MS,
  type CheckedTarget,
  type NameLookup,
} from './address-guard.ts'
import { HEAD_BYTES_MAX } from './response-limits.ts'
import { guardedConnector, type GuardedConnectorOptions } from './guarded-connector.ts'
import type { HostAndPort } from '../rules/allowed-targets.ts'
import { readWebhookUrl, type WebhookTarget, type WebhookUrlRules } from '../rules/webhook-url.ts'

export interface EndpointConnectionsOptions extends WebhookUrlRules {
  readonly lookup: NameLookup
  /** Maximum number of concurrent attempts per endpoint; further ones wait. Defaults to 4. */
  readonly connectionsPerEndpoint?: number
  /** How many endpoints keep connections for their next delivery; the least recently used lose theirs first. */
  readonly idleEndpointsMax?: number
  readonly connectTimeoutMs?: number
  readonly certificateAuthority?: string
  readonly hiddenFailure?: GuardedConnectorOptions['hiddenFailure']
}

/** A checked connection to one endpoint, held for the duration of one attempt. */
export interface OpenedEndpoint {
  readonly dispatcher: Dispatcher
  readonly path: string
  /** Must be called once when the attempt is over. */
  readonly release: () => void
}

/** The outgoing connections of all endpoints, separate for each endpoint so that none waits for another. */
export interface EndpointConnections {
  /**
   * Reads the URL, resolves its host and checks every address again, then returns the endpoint's connections, or why
   * nothing may be sent.
   */
  open(
    endpointId: string,
    url: string,
    resolveTimeoutMs?: number,
  ): Promise<OpenedEndpoint | { readonly refused: RefusalReason }>
  /** Lets attempts in progress finish and closes the endpoint's connections, after its deletion or a change of URL. */
  forget(endpointId: string): Promise<void>
  /** Aborts attempts in progress: another process may continue with the endpoint's deliveries. */
  cut(endpointId: string): void
  /** Like `forget`, for all endpoints, when the process ends. */
  close(): Promise<void>
}

const CONNECTIONS_PER_ENDPOINT = 4
/** Bounds the open files: at most this many times the connections of one endpoint stay open between deliveries. */
const IDLE_ENDPOINTS_MAX = 256
/**
 * Receivers that state no time commonly close idle connections after 5 s; reusing a connection that is closing fails
 * an attempt.
 */
const IDLE_CONNECTION_MS = 4000
/** However long a receiver would keep an idle connection, a file handle is worth more. */
const IDLE_CONNECTION_MAX_MS = 30_000
/** A busy connection is replaced after this time, so that changes of its name in the DNS are followed. */
const CONNECTION_LIFE_MS = 60_000

interface Entry {
  readonly origin: string
  readonly pool: Pool
  checked: CheckedTarget
  attempts: number
}

/** Creates the connections of one process. Nothing is opened before the first delivery. */
export function createEndpointConnections(options: EndpointConnectionsOptions): EndpointConnections {
  const entries = new Map<string, Entry>()
  const check = shareLookups(options)

  async function forget(endpointId: string): Promise<void> {
    const entry = entries.get(endpointId)
    entries.delete(endpointId)
    await entry?.pool.close()
  }

  return {
    async open(endpointId, url, resolveTimeoutMs = RESOLVE_TIMEOUT_MS) {
      const target = readWebhookUrl(url, options)
      const checked = 'refused' in target ? target : await check(target, resolveTimeoutMs)
      if ('refused' in target || 'refused' in checked) {
        void forget(endpointId)
        return 'refused' in target ? target : (checked as { refused: RefusalReason })
      }
      const entry = entryFor(entries, endpointId, target, options)
      entry.checked = checked
      entry.attempts++
      trimIdle(entries, options.idleEndpointsMax ?? IDLE_ENDPOINTS_MAX)
      const release = (): void => {
        entry.attempts--
        trimIdle(entries, options.idleEndpointsMax ?? IDLE_ENDPOINTS_MAX)
      }
      return { dispatcher: entry.pool, path: target.path, release }
    },
    forget,
    cut(endpointId) {
      const entry = entries.get(endpointId)
      entries.delete(endpointId)
      void entry?.pool.destroy()
    },
    async close() {
      await Promise.all([...entries.keys()].map(forget))
    },
  }
}

/**
 * Shares one lookup among concurrent attempts to the same name, so that a busy endpoint makes no more queries than
 * necessary.
 */
function shareLookups(
  options: EndpointConnectionsOptions,
): (host: HostAndPort, timeoutMs: number) => Promise<CheckedTarget> {
  const pending = new Map<string, ReturnType<NameLookup>>()
  const lookup: NameLookup = (hostname) => {
    const known = pending.get(hostname)
    if (known !== undefined) return known
    const response = options.lookup(hostname).finally(() => pending.delete(hostname))
    pending.set(hostname, response)
    return response
  }
  return (host, timeoutMs) => resolvePublicTarget(host, { ...options, lookup, timeoutMs })
}

/** Returns the endpoint's entry, moved to the end of the map, which is ordered by last use. */
function entryFor(
  entries: Map<string, Entry>,
  endpointId: string,
  target: WebhookTarget,
  options: EndpointConnectionsOptions,
): Entry {
  const origin = originOf(target)
  const known = entries.get(endpointId)
  if (known !== undefined && known.origin !== origin) void known.pool.close()
  const entry = known?.origin === origin ? known : makeEntry(origin, options)
  entries.delete(endpointId)
  entries.set(endpointId, entry)
  return entry
}

function makeEntry(origin: string, options: EndpointConnectionsOptions): Entry {
  const connect = guardedConnector({
    ...options,
    checkedTarget: () => Promise.resolve(entry.checked),
  })
  const pool = new Pool(origin, {
    connect,
    connections: options.connectionsPerEndpoint ?? CONNECTIONS_PER_ENDPOINT,
    pipelining: 1,
    allowH2: false,
    clientTtl: CONNECTION_LIFE_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MAX_MS,
    maxHeaderSize: HEAD_BYTES_MAX,
    // The attempt has its own time limit over all its phases.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const entry: Entry = {
    origin,
    pool,
    checked: { refused: because('webhook.host_not_checked') },
    attempts: 0,
  }
  return entry
}

function originOf({ protocol, hostname, port }: WebhookTarget): string {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname
  return `${protocol}//${host}:${port}`
}

function trimIdle(entries: Map<string, Entry>, max: number): void {
  if (entries.size <= max) return
  for (const [endpointId, entry] of entries) {
    if (entry.attempts > 0) continue
    entries.delete(endpointId)
    void entry.pool.close()
    if (entries.size <= max) return
  }
}
