import { UnavailableError } from '../errors.ts'

/** SQLSTATE classes meaning that the server is gone, starting, stopping or full, not that a statement was wrong. */
const UNAVAILABLE_SQLSTATES = /^(08|57P0|53|25P0[34])/

const UNAVAILABLE_SYSTEM_CODES = new Set([
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** `pg` throws these without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Returns the error if it means that the database cannot be reached; otherwise undefined. */
export function connectionFailure(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const gone =
    UNAVAILABLE_SQLSTATES.test(code) ||
    UNAVAILABLE_SYSTEM_CODES.has(code) ||
    UNAVAILABLE_MESSAGES.test(error.message)
  return gone ? error : undefined
}

/**
 * Like `connectionFailure`, for work that may write: a server on which nothing can be written is a standby that is
 * about to be promoted, or a former primary. Another connection may lead to the primary.
 */
export function primaryFailure(error: unknown): Error | undefined {
  return connectionFailure(error) ?? (sqlState(error) === '25006' ? (error as Error) : undefined)
}

/** A statement that ran longer (57014), or waited longer for a lock (55P03), than its connection allows. */
const LIMIT_SQLSTATES = new Set(['57014', '55P03'])

/**
 * Returns the error, or UnavailableError if it means that the database cannot be reached or took too long.
 * @param failureOf what counts as unreachable
 */
export function asUnavailable(error: unknown, failureOf = connectionFailure): unknown {
  if (error instanceof UnavailableError) return error
  const isLimit = LIMIT_SQLSTATES.has(sqlState(error) ?? '')
  return isLimit || failureOf(error) ? new UnavailableError('the database', error) : error
}

/**
 * Keys of rows that are only written under the lock of their ledger's head. Two transactions collide there if a shard was
 * moved while the first held that lock: the second one locked the row where it is now.
 */
const KEYS_UNDER_LOCK = new Set(['ledger_entries_pkey', 'ledger_nodes_pkey'])

/** Citus says this without a code of its own if a shard was moved or divided while it planned a statement. */
const SHARD_REPLACED = /^(shard for the given value does not exist|could not find valid entry for shard \d+)/

/**
 * Whether a transaction that failed with this error can be restarted: after a deadlock or serialization failure, or if a
 * shard was moved in the meantime.
 */
export function isRetryable(error: unknown): boolean {
  if (sqlState(error) === '40P01' || sqlState(error) === '40001') return true
  if (error instanceof Error && SHARD_REPLACED.test(error.message)) return true
  return KEYS_UNDER_LOCK.has(violatedUnique(error) ?? '')
}

/** The name that an error from a shard of another node has only in its message. */
const IN_MESSAGE = /"(.+)"$/

/** The number of a shard at the end of a name. */
const OF_SHARD = /_\d{6,}$/

/** Returns the name of the constraint of a unique violation; otherwise undefined. */
export function violatedUnique(error: unknown): string | undefined {
  if (sqlState(error) !== '23505') return undefined
  const { constraint, message } = error as Error & { constraint?: string }
  return (constraint ?? IN_MESSAGE.exec(message)?.[1])?.replace(OF_SHARD, '')
}

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
