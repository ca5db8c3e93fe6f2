import { escapeIdentifier, type Client, type ClientConfig } from 'pg'
import { underMigrationLock } from './migration-connection.ts'
import { retrying } from './retrying.ts'

/**
 * Allows or ends moves of shards that requests write to. Citus copies their changes by logical replication, as a role that
 * cannot write where row security is forced on the owner of the tables: it would wait for ever. Row security still applies
 * to the application's role. Tables are changed one by one, so that requests wait for one of them at most; if it fails, it
 * can be repeated.
 * @returns the number of tables that it changed
 * @throws Error if no tables are distributed
 */
export function allowMoves(connection: ClientConfig, areAllowed: boolean): Promise<number> {
  return underMigrationLock(connection, async (client) => {
    const { rows: found } = await client.query<{ isInstalled: boolean }>(
      `select to_regclass('pg_catalog.pg_dist_partition') is not null as "isInstalled"`,
    )
    const { rows } = found[0]!.isInstalled
      ? await client.query<{ name: string; isForced: boolean }>(
          `select c.relname as name, c.relforcerowsecurity as "isForced"
           from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
           where p.partmethod = 'h' and c.relrowsecurity
           order by 1`,
        )
      : { rows: [] }
    if (rows.length === 0) throw new Error('The tables of this database are not distributed.')
    const others = rows.filter(({ isForced }) => isForced === areAllowed)
    for (const { name } of others) await forceSecurity(client, name, !areAllowed)
    return others.length
  })
}

/** Beside requests that write, it is often what Citus ends to resolve a deadlock. */
const ATTEMPTS_MAX = 20

async function forceSecurity(client: Client, table: string, isForced: boolean): Promise<void> {
  const how = isForced ? 'force' : 'no force'
  await retrying(
    () => client.query(`alter table ${escapeIdentifier(table)} ${how} row level security`),
    ATTEMPTS_MAX,
  )
}
