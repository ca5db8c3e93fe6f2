import { Client, Pool, type ClientConfig, type PoolClient, type QueryResult } from 'pg'
import { UnavailableError } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { noteExchange } from './database-use.ts'
import { connectionFailure, isRetryable } from './failures.ts'
import { prepared, type Sql } from './sql.ts'
import { valueTypes } from './value-types.ts'

/** Runs statements. Inside a workspace, row security shows and admits only its rows. */
export interface Queries {
  /** Runs one statement and answers its rows. */
  rows<Row>(statement: Sql): Promise<Row[]>
  /** Runs statements in order in one round trip; answers the rows of each. */
  batch(statements: readonly Sql[]): Promise<unknown[][]>
}

/** Statements inside one workspace; every store function takes one. */
export interface WorkspaceQueries extends Queries {
  readonly workspaceId: string
}

/** A transaction inside one workspace: all of it commits, or nothing. */
export interface Transaction extends WorkspaceQueries {
  /**
   * Takes statements whose answers nobody waits for. They run in their order before whatever the
   * transaction does next, and travel with it; one that fails fails the transaction there.
   */
  send(statements: readonly Sql[]): void
  /** Calls the action once the transaction has committed; never when it rolled back. */
  afterCommit(action: () => void): void
  /** Once the transaction has committed, tells those in this process who wait for the topic. */
  announce(topic: Topic): void
}

/** What transactions announce: that there is work for whoever looks for it. */
export type Topic = 'events' | 'deliveries'

/** A transaction on the tables that stand outside row security. */
export interface GlobalTransaction extends Queries {
  afterCommit(action: () => void): void
}

/** The door to PostgreSQL. Failing to reach it raises UnavailableError. */
export interface Database {
  /** Reads (or single writes) in a workspace: each call is a transaction of its own in one round trip. */
  in(workspaceId: string): WorkspaceQueries
  /** A transaction in a workspace; repeated from the start after a deadlock. */
  transaction<T>(workspaceId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Statements on tables outside row security: keys, people, rate counts, queues. */
  readonly global: Queries
  /** A transaction on the tables outside row security. */
  globalTransaction<T>(work: (tx: GlobalTransaction) => Promise<T>): Promise<T>
  /** Calls the listener whenever a transaction of this process announced something; answers how to stop. */
  onAnnounced(listener: (topic: Topic) => void): () => void
  /** A connection of its own, for LISTEN and cursors; the caller ends it. */
  connect(): Promise<Client>
  close(): Promise<void>
}

/** How to reach the database. */
export interface DatabaseOptions {
  connection: ClientConfig
  poolSize: number
  /** Role that every connection changes into; undefined keeps the connection's own. */
  role: string | undefined
  /** Told of connections that broke while idle. */
  onIdleError: (error: Error) => void
}

/** How often a transaction is begun anew after a deadlock before the error goes to the caller. */
const ATTEMPTS_MAX = 4

/** How long to wait for a free connection before the request is answered 503. */
const CONNECT_TIMEOUT_MS = 10_000

/** Opens a pool of pipelining connections; nothing is dialled before the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const config = clientConfig(options)
  const pool = new Pool({
    ...config,
    max: options.poolSize,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // Without both listeners a connection that the server ends takes the whole process down.
  pool.on('error', options.onIdleError)
  pool.on('connect', (client) => client.on('error', options.onIdleError))
  const listeners = new Set<(topic: Topic) => void>()
  const announce = (topic: Topic) => {
    for (const listener of listeners) listener(topic)
  }
  return {
    in: (workspaceId) => workspaceQueries(pool, workspaceId),
    transaction: (workspaceId, work) =>
      retrying(() =>
        transact(pool, openWorkspace(workspaceId), (queries, afterCommit) =>
          work({
            workspaceId,
            ...queries,
            afterCommit,
            announce: (topic) => afterCommit(() => announce(topic)),
          }),
        ),
      ),
    global: pooledQueries(pool, undefined),
    globalTransaction: (work) =>
      retrying(() => transact(pool, 'begin', (queries, afterCommit) => work({ ...queries, afterCommit }))),
    onAnnounced: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect: async () => {
      const client = new Client(config)
      client.on('error', options.onIdleError)
      await guarded(() => client.connect())
      return client
    },
    close: () => pool.end(),
  }
}

/**
 * Connection settings with the session's zone, role and value types. Statements get no helper processes:
 * many short ones share the cores, and starting helpers takes longer than most of them run.
 */
export function clientConfig(options: Pick<DatabaseOptions, 'connection' | 'role'>): ClientConfig {
  const role = options.role === undefined ? '' : ` -c role=${options.role}`
  return {
    ...options.connection,
    options: `-c TimeZone=UTC -c max_parallel_workers_per_gather=0${role}`,
    types: valueTypes,
  }
}

function workspaceQueries(pool: Pool, workspaceId: string): WorkspaceQueries {
  return { workspaceId, ...pooledQueries(pool, openWorkspace(workspaceId)) }
}

/** SET LOCAL takes no parameters, so only a checked UUID may enter the text. */
function openWorkspace(workspaceId: string): string {
  if (!isUuid(workspaceId)) throw new Error(`not a workspace id: ${workspaceId}`)
  return `begin; set local app.workspace_id = '${workspaceId}'`
}

/**
 * Each call borrows a connection and sends everything in one round trip: the opening, the
 * statements, the commit. Every result is looked at, COMMIT's command too: after a failed
 * statement COMMIT answers ROLLBACK without an error.
 */
function pooledQueries(pool: Pool, opening: string | undefined): Queries {
  const batch = (statements: readonly Sql[]) =>
    guarded(async () => {
      const client = await pool.connect()
      const begin = opening ?? (statements.length > 1 ? 'begin' : undefined)
      const results = await settle(
        client,
        begin === undefined ? statements : [begin, ...statements, 'commit'],
      )
      if (begin === undefined) return results.map((result) => result.rows)
      requireCommit(results.at(-1))
      return results.slice(1, -1).map((result) => result.rows)
    })
  return { batch, rows: async <Row>(statement: Sql) => (await batch([statement]))[0] as Row[] }
}

/** Waits for all answers before the connection goes back, then raises the first failure. */
async function settle(client: PoolClient, statements: readonly (Sql | string)[]): Promise<QueryResult[]> {
  try {
    const results = await answers(client, statements)
    client.release()
    return results
  } catch (failure) {
    client.release(connectionFailure(failure))
    throw failure
  }
}

/**
 * Sends statements in one write and waits for the answers of all of them, then raises the first
 * failure: what follows a failed statement fails too, and says less of why.
 */
async function answers(client: PoolClient, statements: readonly (Sql | string)[]): Promise<QueryResult[]> {
  const sent = Promise.allSettled(sendTogether(client, statements))
  noteExchange(client, statements.length, sent)
  return (await sent).map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

function sendTogether(client: PoolClient, statements: readonly (Sql | string)[]): Promise<QueryResult>[] {
  const { stream } = client.connection
  stream.cork()
  try {
    return statements.map((statement) =>
      typeof statement === 'string' ? client.query(statement) : client.query(prepared(statement)),
    )
  } finally {
    stream.uncork()
  }
}

function requireCommit(result: QueryResult | undefined): void {
  if (result?.command !== 'COMMIT') throw new Error(`the transaction ended with ${result?.command}`)
}

type AfterCommit = (action: () => void) => void

async function transact<T>(
  pool: Pool,
  opening: string,
  work: (queries: SendingQueries, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  const client = await guarded(() => pool.connect())
  const actions: (() => void)[] = []
  let broken: Error | undefined
  try {
    const statements = openStatements(client, opening)
    const value = await work(statements, (action) => actions.push(action))
    await statements.commit()
    for (const action of actions) action()
    return value
  } catch (error) {
    broken = connectionFailure(error)
    if (!broken) await answers(client, ['rollback']).catch((failure: Error) => (broken = failure))
    throw broken ? new UnavailableError('the database', error) : error
  } finally {
    client.release(broken)
  }
}

type SendingQueries = Queries & Pick<Transaction, 'send'>

/** The statements of one transaction. Its opening travels with the first. */
function openStatements(client: PoolClient, opening: string): SendingQueries & { commit(): Promise<void> } {
  let waiting: (Sql | string)[] = [opening]
  const run = async (statements: readonly (Sql | string)[]) => {
    const sent = [...waiting, ...statements]
    waiting = []
    return (await answers(client, sent)).slice(sent.length - statements.length)
  }
  const batch = async (statements: readonly Sql[]) => (await run(statements)).map((result) => result.rows)
  return {
    batch,
    rows: async <Row>(statement: Sql) => (await batch([statement]))[0] as Row[],
    send: (statements) => void waiting.push(...statements),
    commit: async () => requireCommit((await run(['commit']))[0]),
  }
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

async function guarded<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw connectionFailure(error) ? new UnavailableError('the database', error) : error
  }
}
