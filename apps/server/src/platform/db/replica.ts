import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type Pool, type QueryResult } from 'pg'
import { currentDeadline, Deadline } from '../deadline.ts'
import { UnavailableError } from '../errors.ts'
import { inGroups } from '../grouping.ts'
import { observe, type ReplicaOutcome } from '../observations.ts'
import { isRetryable } from './failures.ts'
import type { Queries } from './queries.ts'
import { prepared, sql, type Sql } from './sql.ts'
import { pooledQueries, readTogether, type Connections, type Guard } from './transact.ts'

/** Why the primary served a request instead of the replica. */
type LeftReplica = Exclude<ReplicaOutcome, 'served'>

/** A change that operators want to know of: the replica serves reads again, or has not served one, and why. */
export type ReplicaEvent =
  | { readonly serves: true }
  | { readonly serves: false; readonly why: LeftReplica; readonly reason: string }

/** What a replica is used with. */
export interface ReplicaParts {
  readonly pool: Pool
  /** The primary, which states its position. */
  readonly primary: Queries
  /** Maximum duration of a request. */
  readonly deadlineMs: number
  readonly onEvent: (event: ReplicaEvent) => void
}

/** The reads of one request. */
interface Reading {
  /** The position of the primary after the request arrived: what was committed before it must be visible. */
  readonly position: string
  /** Set once the request has left the replica. It does not return, because it might read an earlier state. */
  left: LeftReplica | undefined
}

const present = new AsyncLocalStorage<Reading>()

/** Pauses in which the replica can reach a position: 1, 2, 4, … up to this many milliseconds, 127 in total. */
const LAST_PAUSE_MS = 64

/** Time for the first response of the replica, including a new connection. */
const FIRST_RESPONSE_MS = 500

/** How long the primary serves all reads before the replica is tried again, by a single request. */
const REST_MS = 1000

/** The share of the remaining time of a request that the replica may use, so that the primary can still respond. */
const REPLICA_SHARE = 0.5

/** The replica has not replayed the position of the primary. */
class ReplicaBehind extends Error {
  constructor() {
    super('the replica has not replayed what the primary had committed')
  }
}

/**
 * A streaming replica that serves reads as fresh as those of the primary: a request is told the position of the
 * primary after it arrived, and each of its transactions counts only if the server that ran it had replayed that
 * position. Whatever the replica cannot do is done by the primary, and the caller does not notice
 * (docs/decisions/0047).
 */
export class Replica {
  readonly #parts: ReplicaParts
  readonly #connections: Connections
  readonly #positionOfPrimary: () => Promise<string>
  /** A position that the replica is known to have reached. */
  #reached = ''
  #rests = false
  #restsUntil = 0

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    this.#connections = { pool: parts.pool, asSent: prepared }
    this.#positionOfPrimary = positionReader(parts)
  }

  /** Runs the reads of a request on the replica, or on the primary if the replica is behind or cannot be reached. */
  async serve<T>(work: () => Promise<T>): Promise<T> {
    const reading = await this.#begin()
    if (typeof reading === 'string') {
      observe('replicaRequest', { outcome: reading })
      return work()
    }
    try {
      return await present.run(reading, work)
    } finally {
      observe('replicaRequest', { outcome: reading.left ?? 'served' })
    }
  }

  /** Makes the request that runs, if any, read from the primary from now on: it is about to write. */
  leave(): void {
    const reading = present.getStore()
    if (reading) reading.left ??= 'failed'
  }

  /** Returns queries that run on the replica while a request permits it, otherwise on the primary. */
  queries(opening: string, primary: Queries): Queries {
    const batch = (statements: readonly Sql[]) =>
      this.#answer(
        (guard) => pooledQueries(this.#connections, opening, guard).batch(statements),
        () => primary.batch(statements),
      )
    return { batch, rows: async <Row>(statement: Sql) => (await batch([statement]))[0] as Row[] }
  }

  /** Like `queries`, for reads from a single snapshot, which are repeated as a whole on the primary. */
  snapshot<T>(
    opening: readonly string[],
    read: (queries: Queries) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T> {
    return this.#answer((guard) => readTogether(this.#connections, opening, read, guard), onPrimary)
  }

  /** Finds out whether the replica can serve a request that has just arrived. */
  async #begin(): Promise<Reading | LeftReplica> {
    if (this.#rests) {
      if (performance.now() < this.#restsUntil) return 'resting'
      // Until this request knows more, others do not wait for the replica.
      this.#restsUntil = performance.now() + REST_MS
    }
    try {
      const position = await this.#positionOfPrimary()
      if (position !== this.#reached) await within(FIRST_RESPONSE_MS, () => this.#reach(position))
      this.#reached = position
      if (this.#rests) this.#parts.onEvent({ serves: true })
      this.#rests = false
      return { position, left: undefined }
    } catch (error) {
      return this.#note(error)
    }
  }

  async #reach(position: string): Promise<void> {
    const queries = pooledQueries(this.#connections, undefined)
    for (let pauseMs = 1; ; pauseMs *= 2) {
      const [row] = await queries.rows<{ isReached: boolean }>(hasReplayed(position))
      if (row?.isReached) return
      if (pauseMs > LAST_PAUSE_MS) throw new ReplicaBehind()
      await delay(pauseMs)
    }
  }

  async #answer<T>(onReplica: (guard: Guard) => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    const reading = present.getStore()
    if (!reading || reading.left !== undefined) return onPrimary()
    const leftMs = currentDeadline()?.leftMs ?? this.#parts.deadlineMs
    try {
      return await within(leftMs * REPLICA_SHARE, () => onReplica(guardOf(reading.position)))
    } catch (error) {
      reading.left = this.#note(error)
      return onPrimary()
    }
  }

  /** Notes why the replica did not serve a request. @throws the error if the replica is not its cause */
  #note(error: unknown): LeftReplica {
    currentDeadline()?.throwIfPassed()
    const why = whyLeft(error)
    if (why === undefined) throw error
    // A recovery conflict is over when it is reported.
    const rests = why !== 'canceled'
    if (!rests || !this.#rests) {
      this.#parts.onEvent({ serves: false, why, reason: reasonOf(error) })
    }
    if (rests) {
      this.#rests = true
      this.#restsUntil = performance.now() + REST_MS
    }
    return why
  }
}

/** Runs work that ends, along with its connection, after this time or with the request. */
async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const own = new Deadline(ms)
  const undo = currentDeadline() && own.passWith(currentDeadline()!)
  try {
    return await own.run(work)
  } finally {
    undo?.()
  }
}

/** Returns a function that asks the primary for its position, once for all requests that wait for it. */
function positionReader({ primary, deadlineMs }: ReplicaParts): () => Promise<string> {
  const ask = inGroups<undefined, string>({
    fitting: (queue) => queue.length,
    carryOut: async (group) => {
      const position = await reachablePosition(primary)
      return group.map(() => position)
    },
    deadlineMs,
  })
  return () => ask('position', undefined)
}

/**
 * Returns the position up to which the primary has written its log to disk: everything acknowledged lies before it.
 * Commits that nobody waits for, such as those of rate counts, are written page by page, so that the end of a page can
 * cut a record, which the replica replays only once the rest has been written. A commit that is waited for writes it.
 */
async function reachablePosition(primary: Queries): Promise<string> {
  const [found] = await primary.rows<Position>(POSITION)
  if (!found!.isEndOfPage) return found!.position
  await primary.batch(COMMIT_ON_DISK)
  const [reachable] = await primary.rows<Position>(POSITION)
  return reachable!.position
}

interface Position {
  readonly position: string
  readonly isEndOfPage: boolean
}

const POSITION = sql`
  select p::text as position, (p - '0/0'::pg_lsn) % current_setting('wal_block_size')::int = 0 as "isEndOfPage"
  from pg_current_wal_flush_lsn() as p`

/** Does not wait for standbys, so that reads go on while none is connected. */
const COMMIT_ON_DISK = [
  sql`select set_config('synchronous_commit', 'local', true)`,
  sql`select pg_logical_emit_message(true, 'plumbline', '')`,
]

/** A server that has been promoted no longer follows the primary, whatever it replayed before. */
const hasReplayed = (position: string) => sql`
  select coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as "isReached"`

function guardOf(position: string): Guard {
  return {
    statement: hasReplayed(position),
    check: (result: QueryResult<{ isReached: boolean }>) => {
      if (!result.rows[0]?.isReached) throw new ReplicaBehind()
    },
  }
}

function whyLeft(error: unknown): LeftReplica | undefined {
  if (error instanceof ReplicaBehind) return 'behind'
  if (error instanceof UnavailableError) return 'unreachable'
  if (isRetryable(error)) return 'canceled'
  return error instanceof DatabaseError ? 'failed' : undefined
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}
