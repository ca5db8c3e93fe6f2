import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Queries, Transaction } from './queries.ts'
import { isDistributed } from './distributed-connections.ts'
import { sendAll, borrow, discard, type AsSent } from './exchange.ts'
import { asUnavailable, connectionFailure, primaryFailure } from './failures.ts'
import { asOneStatement, type Sql } from './sql.ts'

/** Where connections are borrowed, and how statements are sent on them. */
export interface Connections {
  readonly pool: Pool
  readonly asSent: AsSent
}

/** A statement sent before a transaction whose result decides whether the transaction counts. */
export interface Guard {
  readonly statement: Sql
  /** Throws if it does not. */
  readonly check: (result: QueryResult) => void
}

/**
 * Each call borrows a connection and sends everything in one round trip: opening, statements and commit. Every result
 * is checked, including the command tag of COMMIT: after a failed statement COMMIT reports ROLLBACK without an error.
 */
export function pooledQueries(connections: Connections, opening: string | undefined, guard?: Guard): Queries {
  const before = guard ? [guard.statement] : []
  const batch = async (statements: readonly Sql[]) => {
    const begin = opening ?? (statements.length > 1 ? 'begin' : undefined)
    const sent = begin === undefined ? statements : [begin, ...statements, 'commit']
    const results = await onConnection(
      connections,
      (client) => sendAll(client, [...before, ...sent], connections.asSent),
      guard ? connectionFailure : primaryFailure,
    )
    if (guard) guard.check(results.shift()!)
    if (begin === undefined) return results.map((result) => result.rows)
    requireCommit(results.at(-1))
    return results.slice(1, -1).map((result) => result.rows)
  }
  return { batch, rows: async <Row>(statement: Sql) => (await batch([statement]))[0] as Row[] }
}

type AfterCommit = (action: () => void) => void

/** Runs work in one transaction: everything commits, or nothing. */
export async function transact<T>(
  connections: Connections,
  { opening, runAction }: { opening: string; runAction: (action: () => void) => void },
  work: (queries: SendingQueries, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  const actions: (() => void)[] = []
  const value = await onConnection(
    connections,
    (client) =>
      within({ client, asSent: connections.asSent }, [opening], (statements) =>
        work(statements, (action) => actions.push(action)),
      ),
    primaryFailure,
  )
  for (const action of actions) runAction(action)
  return value
}

/** Runs reads from a single snapshot. */
export function readTogether<T>(
  connections: Connections,
  opening: readonly string[],
  read: (queries: Queries) => Promise<T>,
  guard?: Guard,
): Promise<T> {
  const { asSent } = connections
  return onConnection(connections, (client) => within({ client, asSent, guard }, opening, read))
}

/** Lends a connection for some work. If it broke, or the work left it in an unfinished state, it is destroyed. */
async function onConnection<T>(
  { pool }: Connections,
  work: (client: PoolClient) => Promise<T>,
  failureOf = connectionFailure,
): Promise<T> {
  let client: PoolClient | undefined
  let value: T
  try {
    client = await borrow(pool)
    value = await work(client)
  } catch (error) {
    const broken = error instanceof LeftOpen ? error : failureOf(error)
    if (client && broken) discard(client, broken)
    else client?.release()
    throw asUnavailable(error instanceof LeftOpen ? error.cause : error, failureOf)
  }
  client.release()
  return value
}

/** The work failed and could not be rolled back. */
class LeftOpen extends Error {
  constructor(cause: unknown) {
    super('the transaction was left open', { cause })
  }
}

/** A borrowed connection. */
interface Borrowed {
  readonly client: PoolClient
  readonly asSent: AsSent
  readonly guard?: Guard | undefined
}

async function within<T>(
  borrowed: Borrowed,
  opening: readonly string[],
  work: (statements: SendingQueries) => Promise<T>,
): Promise<T> {
  const statements = openStatements(borrowed, opening)
  try {
    const value = await work(statements)
    await statements.commit()
    return value
  } catch (error) {
    statements.end()
    if (connectionFailure(error)) throw error
    await sendAll(borrowed.client, ['rollback'], borrowed.asSent).catch(() => {
      throw new LeftOpen(error)
    })
    throw error
  }
}

type SendingQueries = Queries & Pick<Transaction, 'send' | 'write'>

interface OpenStatements extends SendingQueries {
  commit(): Promise<void>
  /** Nothing can be sent after this, because the connection is about to be used by another caller. */
  end(): void
}

/** The statements of one transaction. Its opening is sent with the first. */
function openStatements({ client, asSent, guard }: Borrowed, opening: readonly string[]): OpenStatements {
  let waiting: (Sql | string)[] = [...(guard ? [guard.statement] : []), ...opening]
  let unchecked = guard
  let changes: Sql[] = []
  let isOver = false
  const requireOpen = () => {
    if (isOver) throw new Error('a statement was sent after its transaction ended')
  }
  const gather = () => {
    // Citus carries out one statement with several changes step by step, and each result goes through files.
    if (isDistributed(client)) waiting.push(...changes)
    else if (changes.length > 0) waiting.push(asOneStatement(changes))
    changes = []
  }
  const run = async (statements: readonly (Sql | string)[]) => {
    requireOpen()
    gather()
    const sent = [...waiting, ...statements]
    waiting = []
    const results = await sendAll(client, sent, asSent)
    unchecked?.check(results[0]!)
    unchecked = undefined
    return results.slice(sent.length - statements.length)
  }
  const batch = async (statements: readonly Sql[]) => (await run(statements)).map((result) => result.rows)
  return {
    batch,
    rows: async <Row>(statement: Sql) => (await batch([statement]))[0] as Row[],
    write: (written) => {
      requireOpen()
      changes.push(...written)
    },
    send: (statements) => {
      requireOpen()
      gather()
      waiting.push(...statements)
    },
    commit: async () => {
      const committed = run(['commit'])
      isOver = true
      requireCommit((await committed)[0])
    },
    end: () => {
      isOver = true
    },
  }
}

function requireCommit(result: QueryResult | undefined): void {
  if (result?.command !== 'COMMIT') throw new Error(`the transaction ended with ${result?.command}`)
}
