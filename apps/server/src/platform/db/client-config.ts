import type { ClientConfig } from 'pg'
import { limitsAsSettings, type TimeLimits } from './time-limits.ts'
import { valueTypes } from './value-types.ts'

/** How long to wait for a connection, a new one or a free one, before the database counts as out of reach. */
export const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connection settings for a pooler in transaction mode. It gives each transaction another session, so these have no options:
 * each transaction sets its own (`transactionSettings`).
 */
export function poolerConfig(pooler: ClientConfig): ClientConfig {
  return { ...pooler, types: valueTypes, keepAlive: true }
}

/** What `clientConfig` sets for a session, as one text of statements for a single transaction. */
export function transactionSettings(role: string | undefined, limits: TimeLimits): string {
  return ["timezone = 'UTC'", 'max_parallel_workers_per_gather = 0']
    .concat(role === undefined ? [] : `role = ${role}`)
    .concat(limitsAsSettings(limits))
    .map((setting) => `set local ${setting}`)
    .join('; ')
}

/**
 * Connection settings with the session's zone, role and value types. Statements get no helper processes:
 * many short ones share the cores, and starting helpers takes longer than most of them run.
 * @param options further options of the session
 */
export function clientConfig(
  { connection, role }: { connection: ClientConfig; role: string | undefined },
  options = '',
): ClientConfig {
  const inRole = role === undefined ? '' : ` -c role=${role}`
  return {
    ...connection,
    options: `-c TimeZone=UTC -c max_parallel_workers_per_gather=0${inRole} ${options}`,
    types: valueTypes,
    // A machine that vanished closes no connection.
    keepAlive: true,
  }
}
