import { Client, type ClientConfig } from 'pg'
import { clientConfig, CONNECT_TIMEOUT_MS } from './client-config.ts'
import { limitSettings, timeLimitsOf } from './time-limits.ts'

/** An arbitrary number; all servers that change the schema of a database must take the same lock. */
const MIGRATION_LOCK = 7_210_413

/** Works on a connection of the owner, which ends afterwards. */
export async function onOwnConnection<T>(
  connection: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const config = clientConfig({ connection, role: undefined })
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Works on the schema, as its owner; concurrent servers take turns. */
export function underMigrationLock<T>(
  connection: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return onOwnConnection(connection, async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    // After waiting for another server that migrates, which may take long.
    for (const setting of limitSettings(timeLimitsOf('migrations'))) await client.query(setting)
    return work(client)
  })
}
