/** Time limits of a connection in milliseconds; 0 means no limit. */
export interface TimeLimits {
  /** One statement. */
  readonly statementMs: number
  /** Waiting for one lock. */
  readonly lockMs: number
  /** A transaction in which no statement runs. */
  readonly idleInTransactionMs: number
}

/** What connections are opened for. */
export type ConnectionKind = 'requests' | 'background' | 'long_reads' | 'migrations'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Default maximum duration of a request (REQUEST_DEADLINE_MS). */
export const REQUEST_DEADLINE_MS = 10 * SECOND

/** Share of a request's deadline that it may wait for one lock; the rest is for responding. */
const LOCK_SHARE = 0.8

/**
 * The limits of each kind of connection; docs/operate.md explains them. Those of requests follow the deadline, so
 * that the database stops work that is no longer awaited.
 */
const timeLimits = (requestDeadlineMs: number): Readonly<Record<ConnectionKind, TimeLimits>> => ({
  requests: {
    statementMs: requestDeadlineMs,
    lockMs: Math.ceil(requestDeadlineMs * LOCK_SHARE),
    idleInTransactionMs: requestDeadlineMs,
  },
  // Batches of jobs and deliveries, and commands.
  background: { statementMs: 10 * MINUTE, lockMs: MINUTE, idleInTransactionMs: 5 * MINUTE },
  // Verification, table exports, backups. A slow client keeps a transaction idle while it reads.
  long_reads: { statementMs: 60 * MINUTE, lockMs: MINUTE, idleInTransactionMs: 15 * MINUTE },
  // Creating an index takes as long as necessary. A table change that waits for a lock makes all others wait behind
  // it.
  migrations: { statementMs: 0, lockMs: 10 * SECOND, idleInTransactionMs: 5 * MINUTE },
})

/** Returns the limits of connections of a kind. */
export function timeLimitsOf(kind: ConnectionKind, requestDeadlineMs = REQUEST_DEADLINE_MS): TimeLimits {
  return timeLimits(requestDeadlineMs)[kind]
}

/** The limits as options of a session. */
export function limitOptions(limits: TimeLimits): string {
  return settingsOf(limits)
    .map(([name, ms]) => `-c ${name}=${ms}`)
    .join(' ')
}

/** The limits as statements. */
export function limitSettings(limits: TimeLimits): string[] {
  return limitsAsSettings(limits).map((setting) => `set ${setting}`)
}

/** The limits in the form that follows SET in a statement. */
export function limitsAsSettings(limits: TimeLimits): string[] {
  return settingsOf(limits).map(([name, ms]) => `${name} = ${ms}`)
}

function settingsOf({ statementMs, lockMs, idleInTransactionMs }: TimeLimits): [string, number][] {
  return [
    ['statement_timeout', statementMs],
    ['lock_timeout', lockMs],
    ['idle_in_transaction_session_timeout', idleInTransactionMs],
  ]
}
