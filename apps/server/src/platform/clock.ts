import { setTimeout } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'

/** Where the server takes the time from; tests hand in one that they move. */
export interface Clock {
  /** The present instant on this process's clock. */
  now(): Date
  /**
   * An SQL expression for the present instant: when the statement began. The database's clock serves where several
   * processes must agree: places in the ledger, rate windows, leases. It is the same throughout a statement, so that
   * one that writes can be sent to the node of its workspace.
   */
  sqlNow(): Sql
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
}

/** The real time. */
export const systemClock: Clock = {
  now: () => new Date(),
  sqlNow: () => sql`statement_timestamp()`,
  wait: (ms) => setTimeout(ms),
}

/** A clock that stands at an instant, for the database too; nobody waits for it to go on. */
export function clockAt(instant: Date): Clock {
  return {
    now: () => instant,
    sqlNow: () => sql`${instant.toISOString()}::timestamptz`,
    wait: async () => undefined,
  }
}
