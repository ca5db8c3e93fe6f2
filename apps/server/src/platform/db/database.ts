import { Client, Pool, type ClientConfig, type PoolConfig } from 'pg'
import { isUuid } from '../ids.ts'
import { beginWith, clientConfig, CONNECT_TIMEOUT_MS, poolerConfig } from './client-config.ts'
import { learnDistribution } from './distributed-connections.ts'
import { asUnavailable } from './failures.ts'
import { repeated, retrying } from './retrying.ts'
import { limitOptions, REQUEST_DEADLINE_MS, timeLimitsOf, type ConnectionKind } from './time-limits.ts'
import type {
  WorkNotification,
  GlobalTransaction,
  Queries,
  Transaction,
  WorkspaceQueries,
} from './queries.ts'
import { Replica, type ReplicaEvent } from './replica.ts'
import { prepared, unprepared } from './sql.ts'
import { pooledQueries, readTogether, transact, type Connections } from './transact.ts'

/**
 * Access to PostgreSQL. If it cannot be reached, or takes longer than the connection's limits or the deadline of the
 * request allow, throws UnavailableError.
 */
export interface Database {
  /** Reads (or single writes) in a workspace: each call is a separate transaction in one round trip. */
  in(workspaceId: string): WorkspaceQueries
  /** Runs a transaction in a workspace; it is restarted after a deadlock. */
  transaction<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Reads in a workspace from a single snapshot; nothing can be written. */
  snapshot<T>(workspaceId: string, read: (queries: WorkspaceQueries) => Promise<T>): Promise<T>
  /**
   * Runs work whose reads in a workspace (`in`, `snapshot`) a replica may serve, if there is one. They see everything
   * that was committed when the work began, as on the primary. `snapshot` may call its function a second time.
   */
  fromReplica<T>(work: () => Promise<T>): Promise<T>
  /** Statements on tables without row-level security: keys, people, rate counts, queues. */
  readonly global: Queries
  /** Runs a transaction on the tables without row-level security. */
  globalTransaction<T>(work: (tx: GlobalTransaction) => Promise<T>): Promise<T>
  /**
   * Calls the listener whenever a transaction of this process sends a notification; returns a function that stops it.
   */
  onNotified(listener: (notification: WorkNotification) => void): () => void
  /** Opens a separate connection, for LISTEN and cursors; the caller must end it. */
  connect(kind: ConnectionKind): Promise<Client>
  /** The same database with the connection limits of background work. */
  readonly background: Database
  /** Returns the current use of the pools of this process. */
  poolUse(): readonly PoolUse[]
  close(): Promise<void>
}

/** Numbers of busy and idle connections of a pool, and of callers waiting for one. */
export interface PoolUse {
  readonly kind: 'requests' | 'background' | 'replica'
  readonly used: number
  readonly idle: number
  readonly waiting: number
}

/** How to reach the database. */
export interface DatabaseOptions {
  connection: ClientConfig
  /** A pooler in transaction mode for the same database, used by the pools. */
  pooler?: ClientConfig | undefined
  /** A streaming replica of the database, for the reads of `fromReplica`. */
  replica?: ClientConfig | undefined
  /** Called if the replica did not serve a read, or serves them again. */
  onReplicaEvent?: (event: ReplicaEvent) => void
  poolSize: number
  /** Role that every connection assumes; undefined keeps the connection's own. */
  role: string | undefined
  /** Called for connections that broke while idle. */
  onIdleError: (error: Error) => void
  /** Called if an action after a commit threw; by default the error becomes a process warning. */
  onActionError?: (error: Error) => void
  /** Maximum duration of a request; determines the limits of its connections. */
  requestDeadlineMs?: number
}

/** Reads do not wait for a replica, so an attempt to reach it need not last. */
const REPLICA_CONNECT_TIMEOUT_MS = 2000

/**
 * Opens pools of pipelining connections, one for requests and one for background work; no connection is made before
 * the first statement.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const requests = openPool(options, 'requests')
  const background = openPool(options, 'background')
  const replica = openReplicaPool(options)
  const shared = sharedParts(options, {
    poolUse: () => [
      useOf('requests', requests),
      useOf('background', background),
      ...(replica ? [useOf('replica', replica)] : []),
    ],
    close: async () => {
      await Promise.all([requests.end(), background.end(), replica?.end()])
    },
  })
  const behind: Database = {
    ...databaseOn(background, shared, waysOf(options, 'background')),
    ...shared.parts,
    get background() {
      return behind
    },
  }
  const onRequests = databaseOn(requests, shared, waysOf(options, 'requests'))
  const served = replica ? withReplica(onRequests, replica, options) : onRequests
  return { ...served, ...shared.parts, background: behind }
}

function useOf(kind: PoolUse['kind'], { totalCount, idleCount, waitingCount }: Pool): PoolUse {
  return { kind, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

function openPool(options: DatabaseOptions, kind: ConnectionKind): Pool {
  return watched(options, {
    ...(options.pooler === undefined ? configOf(options, kind) : poolerConfig(options.pooler)),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
}

/** Its connections have the role and the limits of requests, and no pooler. */
function openReplicaPool(options: DatabaseOptions): Pool | undefined {
  if (options.replica === undefined) return undefined
  return watched(options, {
    ...configOf({ ...options, connection: options.replica }, 'requests'),
    connectionTimeoutMillis: REPLICA_CONNECT_TIMEOUT_MS,
  })
}

function watched({ poolSize, onIdleError }: DatabaseOptions, config: PoolConfig): Pool {
  const pool = new Pool({ ...config, max: poolSize, pipeline: true })
  // Without both listeners, a connection ended by the server would crash the process.
  pool.on('error', onIdleError)
  pool.on('connect', (client) => {
    client.on('error', onIdleError)
    void learnDistribution(client)
  })
  return pool
}

function configOf(options: DatabaseOptions, kind: ConnectionKind): ClientConfig {
  return clientConfig(options, limitOptions(timeLimitsOf(kind, options.requestDeadlineMs)))
}

/** Runs an action after a commit; errors are reported. */
type RunAction = (action: () => void) => void

interface Shared {
  readonly runAction: RunAction
  readonly notify: (notification: WorkNotification) => void
  readonly parts: Pick<Database, 'onNotified' | 'connect'> & OfPools
}

type OfPools = Pick<Database, 'poolUse' | 'close'>

/** What all connections of a database share: listeners, and how to end. */
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

type OnPool = Pick<
  Database,
  'in' | 'transaction' | 'snapshot' | 'fromReplica' | 'global' | 'globalTransaction'
>

/** How transactions start on the connections of a pool, and how statements are sent. */
interface Ways {
  /** Begins a transaction with settings of its own, if sessions cannot have any. */
  readonly beginPooled: ((how?: string) => string) | undefined
  readonly asSent: Connections['asSent']
}

function waysOf({ pooler, role, requestDeadlineMs }: DatabaseOptions, kind: ConnectionKind): Ways {
  if (pooler === undefined) return { beginPooled: undefined, asSent: prepared }
  return { beginPooled: beginWith(role, timeLimitsOf(kind, requestDeadlineMs)), asSent: unprepared }
}

function databaseOn(pool: Pool, { runAction, notify }: Shared, { beginPooled, asSent }: Ways): OnPool {
  const connections = { pool, asSent }
  const begin = beginPooled ?? ((how = 'begin') => how)
  const openWorkspace = (workspaceId: string) => `${begin()}; ${settingOf(workspaceId)}`
  return {
    in: (workspaceId) => ({
      workspaceId,
      ...repeated(pooledQueries(connections, openWorkspace(workspaceId))),
    }),
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
    fromReplica: (work) => work(),
    global: repeated(pooledQueries(connections, beginPooled?.())),
    globalTransaction: (work) =>
      retrying(() =>
        transact(connections, { opening: begin(), runAction }, (queries, afterCommit) =>
          work({ ...queries, afterCommit }),
        ),
      ),
  }
}

/** Lets a replica serve the reads of `fromReplica`; everything else stays on the primary. */
function withReplica(
  primary: OnPool,
  pool: Pool,
  { requestDeadlineMs = REQUEST_DEADLINE_MS, onReplicaEvent }: DatabaseOptions,
): OnPool {
  const onEvent = onReplicaEvent ?? (() => undefined)
  const replica = new Replica({ pool, primary: primary.global, deadlineMs: requestDeadlineMs, onEvent })
  return {
    ...primary,
    fromReplica: (work) => replica.serve(work),
    in: (workspaceId) => {
      const opening = `begin read only; ${settingOf(workspaceId)}`
      return { workspaceId, ...replica.queries(opening, primary.in(workspaceId)) }
    },
    snapshot: (workspaceId, read) =>
      replica.snapshot(
        [READ_TOGETHER, settingOf(workspaceId)],
        (queries) => read({ workspaceId, ...queries }),
        () => primary.snapshot(workspaceId, read),
      ),
    transaction: (workspaceId, work) => {
      replica.leave()
      return primary.transaction(workspaceId, work)
    },
    globalTransaction: (work) => {
      replica.leave()
      return primary.globalTransaction(work)
    },
  }
}

const READ_TOGETHER = 'begin isolation level repeatable read, read only'

/** SET LOCAL accepts no parameters, so only a validated UUID may be inserted into the text. */
function settingOf(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error(`not a workspace id: ${workspaceId}`)
  return `set local app.workspace_id = '${workspaceId}'`
}
