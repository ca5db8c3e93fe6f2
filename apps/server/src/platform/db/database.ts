import { Client, Pool, type ClientConfig } from 'pg'
import { isUuid } from '../ids.ts'
import { clientConfig, CONNECT_TIMEOUT_MS, poolerConfig, transactionSettings } from './client-config.ts'
import { asUnavailable, isRetryable } from './failures.ts'
import { limitOptions, timeLimitsOf, type ConnectionKind } from './time-limits.ts'
import type {
  WorkNotification,
  GlobalTransaction,
  Queries,
  Transaction,
  WorkspaceQueries,
} from './queries.ts'
import { prepared, unprepared } from './sql.ts'
import { pooledQueries, readTogether, transact, type Connections } from './transact.ts'

/**
 * The door to PostgreSQL. Failing to reach it, and taking longer than the connection's limits or the deadline of the
 * request admit, raises UnavailableError.
 */
export interface Database {
  /** Reads (or single writes) in a workspace: each call is a transaction of its own in one round trip. */
  in(workspaceId: string): WorkspaceQueries
  /** A transaction in a workspace; repeated from the start after a deadlock. */
  transaction<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Reads in a workspace that all see it as it was at one moment; nothing can be written. */
  snapshot<T>(workspaceId: string, read: (queries: WorkspaceQueries) => Promise<T>): Promise<T>
  /** Statements on tables outside row security: keys, people, rate counts, queues. */
  readonly global: Queries
  /** A transaction on the tables outside row security. */
  globalTransaction<T>(work: (tx: GlobalTransaction) => Promise<T>): Promise<T>
  /** Calls the listener whenever a transaction of this process notified something; returns how to stop. */
  onNotified(listener: (notification: WorkNotification) => void): () => void
  /** A connection of its own, for LISTEN and cursors; the caller ends it. */
  connect(kind: ConnectionKind): Promise<Client>
  /** The same database on connections with the limits of work that no request waits for. */
  readonly background: Database
  /** How the pools of this process are used at this moment. */
  poolUse(): readonly PoolUse[]
  close(): Promise<void>
}

/** Connections of a pool that work, and that do not, and callers that wait for one. */
export interface PoolUse {
  readonly kind: 'requests' | 'background'
  readonly used: number
  readonly idle: number
  readonly waiting: number
}

/** How to reach the database. */
export interface DatabaseOptions {
  connection: ClientConfig
  /** A pooler in transaction mode that leads to the same database; the pools go through it. */
  pooler?: ClientConfig | undefined
  poolSize: number
  /** Role that every connection changes into; undefined keeps the connection's own. */
  role: string | undefined
  /** Called with connections that broke while idle. */
  onIdleError: (error: Error) => void
  /** Called with actions after a commit that threw; by default they become warnings of the process. */
  onActionError?: (error: Error) => void
  /** Longest that a request may take; the limits of its connections follow. */
  requestDeadlineMs?: number
}

/** How often a transaction is begun anew after a deadlock before the error goes to the caller. */
const ATTEMPTS_MAX = 4

/**
 * Opens pools of pipelining connections, one for requests and one for background work; nothing is dialled before
 * the first statement.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const requests = openPool(options, 'requests')
  const background = openPool(options, 'background')
  const shared = sharedParts(options, {
    poolUse: () => [useOf('requests', requests), useOf('background', background)],
    close: async () => {
      await Promise.all([requests.end(), background.end()])
    },
  })
  const behind: Database = {
    ...databaseOn(background, shared, waysOf(options, 'background')),
    ...shared.parts,
    get background() {
      return behind
    },
  }
  const ways = waysOf(options, 'requests')
  return { ...databaseOn(requests, shared, ways), ...shared.parts, background: behind }
}

function useOf(kind: PoolUse['kind'], { totalCount, idleCount, waitingCount }: Pool): PoolUse {
  return { kind, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

function openPool(options: DatabaseOptions, kind: ConnectionKind): Pool {
  const pool = new Pool({
    ...(options.pooler === undefined ? configOf(options, kind) : poolerConfig(options.pooler)),
    max: options.poolSize,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // Without both listeners a connection that the server ends takes the whole process down.
  pool.on('error', options.onIdleError)
  pool.on('connect', (client) => client.on('error', options.onIdleError))
  return pool
}

function configOf(options: DatabaseOptions, kind: ConnectionKind): ClientConfig {
  return clientConfig(options, limitOptions(timeLimitsOf(kind, options.requestDeadlineMs)))
}

/** Runs an action after a commit; what it throws is reported. */
type RunAction = (action: () => void) => void

interface Shared {
  readonly runAction: RunAction
  readonly notify: (notification: WorkNotification) => void
  readonly parts: Pick<Database, 'onNotified' | 'connect'> & OfPools
}

type OfPools = Pick<Database, 'poolUse' | 'close'>

/** What all connections of a database have in common: who listens, and how to end. */
function sharedParts(options: DatabaseOptions, ofPools: OfPools): Shared {
  const listeners = new Set<(notification: WorkNotification) => void>()
  const report = options.onActionError ?? ((error: Error) => process.emitWarning(error))
  const runAction: RunAction = (action) => {
    try {
      action()
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return {
    runAction,
    notify: (notification) => {
      for (const listener of listeners) runAction(() => listener(notification))
    },
    parts: {
      onNotified: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      connect: (kind) => connectAlone(options, kind),
      ...ofPools,
    },
  }
}

async function connectAlone(options: DatabaseOptions, kind: ConnectionKind): Promise<Client> {
  const client = new Client({
    ...configOf(options, kind),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', options.onIdleError)
  try {
    await client.connect()
  } catch (error) {
    throw asUnavailable(error)
  }
  return client
}

type OnPool = Pick<Database, 'in' | 'transaction' | 'snapshot' | 'global' | 'globalTransaction'>

/** How transactions begin on the connections of a pool, and how statements are sent there. */
interface Ways {
  /** Set in each transaction, where sessions hold nothing. */
  readonly settings: string | undefined
  readonly asSent: Connections['asSent']
}

function waysOf({ pooler, role, requestDeadlineMs }: DatabaseOptions, kind: ConnectionKind): Ways {
  if (pooler === undefined) return { settings: undefined, asSent: prepared }
  return { settings: transactionSettings(role, timeLimitsOf(kind, requestDeadlineMs)), asSent: unprepared }
}

function databaseOn(pool: Pool, { runAction, notify }: Shared, { settings, asSent }: Ways): OnPool {
  const connections = { pool, asSent }
  const begin = (how = 'begin') => (settings === undefined ? how : `${how}; ${settings}`)
  const openWorkspace = (workspaceId: string) => `${begin()}; ${settingOf(workspaceId)}`
  return {
    in: (workspaceId) => ({ workspaceId, ...pooledQueries(connections, openWorkspace(workspaceId)) }),
    transaction: (workspaceId, work) =>
      retrying(() =>
        transact(connections, { opening: openWorkspace(workspaceId), runAction }, (queries, afterCommit) =>
          work({
            workspaceId,
            ...queries,
            afterCommit,
            notify: (topic) => afterCommit(() => notify({ topic, workspaceId })),
          }),
        ),
      ),
    snapshot: (workspaceId, read) =>
      readTogether(connections, [begin(READ_TOGETHER), settingOf(workspaceId)], (queries) =>
        read({ workspaceId, ...queries }),
      ),
    global: pooledQueries(connections, settings === undefined ? undefined : begin()),
    globalTransaction: (work) =>
      retrying(() =>
        transact(connections, { opening: begin(), runAction }, (queries, afterCommit) =>
          work({ ...queries, afterCommit }),
        ),
      ),
  }
}

const READ_TOGETHER = 'begin isolation level repeatable read, read only'

/** SET LOCAL takes no parameters, so only a checked UUID may enter the text. */
function settingOf(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error(`not a workspace id: ${workspaceId}`)
  return `set local app.workspace_id = '${workspaceId}'`
}

/** Deadlocks and serialisation failures undo everything, so the work may simply begin anew. */
async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tried === ATTEMPTS_MAX || !isRetryable(error)) throw error
    }
  }
}
