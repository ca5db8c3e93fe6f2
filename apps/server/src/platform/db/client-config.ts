import type { ClientConfig } from 'pg'
import { limitsAsSettings, type TimeLimits } from './time-limits.ts'
import { valueTypes } from './value-types.ts'

/** How long to wait for a new or free connection before the database counts as unreachable. */
export const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connection settings for a pooler in transaction mode. It may use another session for each transaction, so these
 * have no options: each transaction sets its own (`beginWith`).
 */
export function poolerConfig(pooler: ClientConfig): ClientConfig {
  return { ...pooler, types: valueTypes, keepAlive: true }
}

/**
 * What statements depend on, whatever the settings of the server, the database or the role are. `datestyle`, `array_nulls` and
 * `standard_conforming_strings` decide how dates, nulls in arrays and backslashes are written.
 *
 * Statements are many and short: starting parallel workers takes longer than most of them run. So does compiling them (`jit`),
 * which the server decides by estimated costs: a statement of a few milliseconds with many expressions, such as the one that
 * reads what an instrument's due date rests on, would take seconds each time.
 */
const SESSION_SETTINGS = [
  ['timezone', 'UTC'],
  ['datestyle', 'ISO'],
  ['array_nulls', 'on'],
  ['standard_conforming_strings', 'on'],
  ['max_parallel_workers_per_gather', '0'],
  ['jit', 'off'],
] as const

/** Locks make concurrent changes wait for each other; at a stricter level the second one would fail instead. */
const ISOLATION = 'read committed'

/**
 * Returns what begins a transaction with the settings that `clientConfig` makes for a session.
 * @returns a function that takes another statement for the beginning, with the isolation level of the transaction
 */
export function beginWith(role: string | undefined, limits: TimeLimits): (how?: string) => string {
  const settings = SESSION_SETTINGS.map(([name, value]) => `${name} = '${value}'`)
    .concat(role === undefined ? [] : `role = ${role}`)
    .concat(limitsAsSettings(limits))
    .map((setting) => `set local ${setting}`)
  return (how = `begin isolation level ${ISOLATION}`) => [how, ...settings].join('; ')
}

/**
 * Connection settings with the session's time zone, role and value types, and without parallel workers and compilation.
 * @param options further options of the session
 */
export function clientConfig(
  { connection, role }: { connection: ClientConfig; role: string | undefined },
  options = '',
): ClientConfig {
  const settings = [
    ...SESSION_SETTINGS,
    ['default_transaction_isolation', ISOLATION.replace(' ', '\\ ')],
  ].map(([name, value]) => `-c ${name}=${value}`)
  const inRole = role === undefined ? [] : [`-c role=${role}`]
  return {
    ...connection,
    options: [...settings, ...inRole, options].join(' '),
    types: valueTypes,
    // A machine that disappears does not close its connections.
    keepAlive: true,
  }
}
