/** How long the database lets a connection do one thing, in milliseconds; 0 is without end. */
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

/** Longest that a request may take unless set otherwise (REQUEST_DEADLINE_MS). */
export const REQUEST_DEADLINE_MS = 10 * SECOND

/** Share of a request's deadline that it may wait for one lock: the rest is for saying so. */
const LOCK_SHARE = 0.8

/**
 * The limits of each kind of connection; docs/operate.md explains them. Those of requests follow the deadline, so
 * that the database ends what nobody waits for any more.
 */
const timeLimits = (requestDeadlineMs: number): Readonly<Record<ConnectionKind, TimeLimits>> => ({
  requests: {
    statementMs: requestDeadlineMs,
    lockMs: Math.ceil(requestDeadlineMs * LOCK_SHARE),
    idleInTransactionMs: requestDeadlineMs,
  },
  // Batches of jobs and deliveries, and commands.
  background: { statementMs: 10 * MINUTE, lockMs: MINUTE, idleInTransactionMs: 5 * MINUTE },
  // Verification, files of tables, backups. A slow line keeps a transaction idle while it takes what it got.
  long_reads: { statementMs: 60 * MINUTE, lockMs: MINUTE, idleInTransactionMs: 15 * MINUTE },
  // An index takes as long as it takes. A change of a table that waits for a lock makes all others wait behind it.
  migrations: { statementMs: 0, lockMs: 10 * SECOND, idleInTransactionMs: 5 * MINUTE },
})

/** The limits of connections that are opened for something. */
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

/** The limits as what follows SET in a statement. */
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
