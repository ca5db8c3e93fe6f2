import { clockAt, type Clock } from '../src/platform/clock.ts'
import { sql } from '../src/platform/db/index.ts'
import { citusUrl } from './citus.ts'

/** A clock that only moves when a test moves it. */
export interface TestClock extends Clock {
  /** Durations in milliseconds for which code waited on it; waiting does not move it. */
  readonly waits: readonly number[]
  /** Sets the current time. */
  set(instant: string): void
  /** Advances the time by milliseconds. */
  advance(ms: number): void
}

/**
 * Added to a constant, it makes an expression that PostgreSQL evaluates in each statement, like the time of the system
 * clock: Citus refuses such expressions in places where it allows constants.
 */
const NOTHING = sql`(statement_timestamp() - statement_timestamp())`

/** Returns a clock that begins at the given instant; the database uses its time too. */
export function testClock(instant = '2026-11-21T08:00:00.000Z'): TestClock {
  let now = Date.parse(instant)
  const waits: number[] = []
  const constant = () => clockAt(new Date(now)).sqlNow()
  return {
    now: () => new Date(now),
    sqlNow: () => (citusUrl === undefined ? constant() : sql`(${constant()} + ${NOTHING})`),
    wait: async (ms) => void waits.push(ms),
    waits,
    set: (next) => {
      now = Date.parse(next)
    },
    advance: (ms) => {
      now += ms
    },
  }
}
