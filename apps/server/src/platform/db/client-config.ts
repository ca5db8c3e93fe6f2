import type { ClientConfig } from 'pg'
import { limitsAsSettings, type TimeLimits } from './time-limits.ts'
import { valueTypes } from './value-types.ts'

/** How long to wait for a new or free connection before the database counts as unreachable. */
export const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connection settings for a pooler in transaction mode. It may use another session for each transaction, so these
 * have no options: each transaction sets its own (`transactionSettings`).
 */
export function poolerConfig(pooler: ClientConfig): ClientConfig {
  return { ...pooler, types: valueTypes, keepAlive: true }
}

/** The settings that `clientConfig` makes for a session, as the text of statements for a single transaction. */
export function transactionSettings(role: string | undefined, limits: TimeLimits): string {
  return ["timezone = 'UTC'", 'max_parallel_workers_per_gather = 0']
    .concat(role === undefined ? [] : `role = ${role}`)
    .concat(limitsAsSettings(limits))
    .map((setting) => `set local ${setting}`)
    .join('; ')
}

/**
 * Connection settings with the session's time zone, role and value types. Parallel workers are disabled: many short
 * statements share the cores, and starting workers takes longer than most of them run.
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
    // A machine that disappears does not close its connections.
    keepAlive: true,
  }
}
