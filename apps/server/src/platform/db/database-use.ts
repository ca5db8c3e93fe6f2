import { AsyncLocalStorage } from 'node:async_hooks'

/** What a piece of work asked of the database. */
export interface DatabaseUse {
  /** Statements that were sent, `begin`, settings and `commit` included. */
  statements: number
  /** Exchanges with the server: what is sent before a response is awaited travels in one. */
  roundTrips: number
  /** Sum of the time that exchanges took; those that go on side by side count each. */
  waitedMs: number
}

const present = new AsyncLocalStorage<DatabaseUse>()

/** A count that has not begun. */
export function noDatabaseUse(): DatabaseUse {
  return { statements: 0, roundTrips: 0, waitedMs: 0 }
}

/** Runs work, and adds what it asks of the database to a count. */
export function countDatabaseUse<T>(use: DatabaseUse, work: () => T): T {
  return present.run(use, work)
}

/** Exchanges that are under way, by connection. */
const underWay = new WeakMap<object, { waiting: number; since: number }>()

/**
 * Counts statements that were sent on a connection, where statements are counted. Statements that are sent while the
 * connection still waits for earlier responses belong to the same exchange.
 * @param responded settles when the last of them returned
 */
export function noteExchange(connection: object, statements: number, responded: Promise<unknown>): void {
  const use = present.getStore()
  if (!use) return
  use.statements += statements
  const exchange = underWay.get(connection) ?? { waiting: 0, since: 0 }
  underWay.set(connection, exchange)
  if (exchange.waiting === 0) {
    use.roundTrips += 1
    exchange.since = performance.now()
  }
  exchange.waiting += 1
  const end = () => {
    exchange.waiting -= 1
    if (exchange.waiting === 0) use.waitedMs += performance.now() - exchange.since
  }
  responded.then(end, end)
}
