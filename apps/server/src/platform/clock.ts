import { setTimeout } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'

/** The source of the current time; tests pass a clock that they control. */
export interface Clock {
  /** Returns the current time of this process. */
  now(): Date
  /**
   * An SQL expression for the current time: the start of the statement. The clock of the database is used if several
   * processes must agree: positions in the ledger, rate windows, leases. It is constant within a statement, so that a
   * writing statement can be sent to the node of its workspace.
   */
  sqlNow(): Sql
  /** Resolves after this many milliseconds. */
  wait(ms: number): Promise<void>
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  sqlNow: () => sql`statement_timestamp()`,
  wait: (ms) => setTimeout(ms),
}

/** Returns a clock that is fixed at an instant, including for the database; waiting resolves immediately. */
export function clockAt(instant: Date): Clock {
  return {
    now: () => instant,
    sqlNow: () => sql`${instant.toISOString()}::timestamptz`,
    wait: async () => undefined,
  }
}
