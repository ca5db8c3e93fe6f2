import { AsyncLocalStorage } from 'node:async_hooks'
import { observe } from '../observations.ts'

/** The database use of a piece of work. */
export interface DatabaseUse {
  /** Number of statements sent, including `begin`, settings and `commit`. */
  statements: number
  /** Number of round trips: everything sent before awaiting a response is one. */
  roundTrips: number
  /** Total time of the round trips; concurrent ones each count. */
  waitedMs: number
}

const present = new AsyncLocalStorage<DatabaseUse>()

/** Returns a count of zero. */
export function noDatabaseUse(): DatabaseUse {
  return { statements: 0, roundTrips: 0, waitedMs: 0 }
}

/** Runs work, adding its database use to a count. */
export function countDatabaseUse<T>(use: DatabaseUse, work: () => T): T {
  return present.run(use, work)
}

/** Returns the count of the work that runs, from wherever it is asked; undefined if it is not counted. */
export function currentDatabaseUse(): DatabaseUse | undefined {
  return present.getStore()
}

/** Round trips in progress, by connection. */
const underWay = new WeakMap<object, { waiting: number; statements: number; since: number }>()

/**
 * Counts statements sent on a connection, if counting is enabled. Statements sent while the connection is still
 * waiting for earlier responses belong to the same round trip.
 * @param responded settles when the last of them has returned
 */
export function noteExchange(connection: object, statements: number, responded: Promise<unknown>): void {
  const use = present.getStore()
  if (!use) return
  use.statements += statements
  const exchange = underWay.get(connection) ?? { waiting: 0, statements: 0, since: 0 }
  underWay.set(connection, exchange)
  if (exchange.waiting === 0) {
    use.roundTrips += 1
    exchange.statements = 0
    exchange.since = performance.now()
  }
  exchange.waiting += 1
  exchange.statements += statements
  const end = () => {
    exchange.waiting -= 1
    if (exchange.waiting > 0) return
    const tookMs = performance.now() - exchange.since
    use.waitedMs += tookMs
    observe('databaseTrip', { statements: exchange.statements, seconds: tookMs / 1000 })
  }
  responded.then(end, end)
}
