import sql, { type Sql } from 'sql-template-tag'

/** Where the server takes the time from; tests hand in one that they move. */
export interface Clock {
  /** The present instant on this process's clock. */
  now(): Date
  /**
   * An SQL expression for the present instant. The database's clock serves where several
   * processes must agree: places in the ledger, rate windows, leases.
   */
  sqlNow(): Sql
}

/** The real time. */
export const systemClock: Clock = {
  now: () => new Date(),
  sqlNow: () => sql`clock_timestamp()`,
}

/** A clock that stands at an instant, for the database too. */
export function clockAt(instant: Date): Clock {
  return { now: () => instant, sqlNow: () => sql`${instant.toISOString()}::timestamptz` }
}
