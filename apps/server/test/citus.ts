import type { ClientConfig } from 'pg'
import { distributeTables } from '../src/platform/db/index.ts'
import { markDistributed } from '../src/platform/db/place-tables.ts'
import { urlOf, withClient } from './cluster.ts'

/** Few, because each test file has a copy of every shard; more than one per worker. */
const SHARDS = 4

/** PostgreSQL's error code for a template with open connections. */
const IN_USE = '55006'

/** Maximum number of attempts to copy a template: the daemon of Citus reconnects to it every few seconds. */
const ATTEMPTS_MAX = 20

/** URL of the coordinator of a Citus cluster for tests, from CITUS_URL; the workers are registered in its database. */
export const citusUrl = process.env['CITUS_URL'] || undefined

/** URL of the node of that cluster to which processes that serve requests connect, from CITUS_API_URL; the coordinator by default. */
const citusApiUrl = process.env['CITUS_API_URL'] || undefined

/** Returns the connection of processes that serve requests to a database of the cluster. */
export function apiConnection(database: string): ClientConfig & { connectionString: string } {
  return { connectionString: urlOf(citusApiUrl ?? citusUrl!, database) }
}

interface Node {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
}

/** Returns the nodes of the cluster, starting with the coordinator. */
function nodesOf(url: string): Promise<Node[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Node>(`
      select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
      from pg_dist_node where noderole = 'primary' order by groupid`)
    return rows
  })
}

/** Returns the URL of the same database on each node. */
async function urlsOnNodes(url: string): Promise<string[]> {
  return (await nodesOf(citusUrl!)).map(({ host, port }) => {
    const there = new URL(url)
    there.hostname = host
    there.port = String(port)
    return there.href
  })
}

/** Runs a statement on every node, outside a transaction. */
async function onEachNode(url: string, statement: string): Promise<void> {
  for (const node of await urlsOnNodes(url))
    await withClient(node, async (client) => {
      await client.query('set citus.enable_create_database_propagation = off')
      await client.query(statement)
    })
}

/** Creates an empty database in the cluster; returns its URL on the coordinator. */
export async function createOnNodes(url: string, database: string): Promise<string> {
  await dropOnNodes(url, database)
  await onEachNode(url, `create database ${database} template template0 encoding 'UTF8'`)
  const there = urlOf(url, database)
  await onEachNode(there, 'create extension citus')
  const [coordinator, ...workers] = await nodesOf(url)
  await withClient(there, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator!.host, coordinator!.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
  return there
}

/** Drops a database on every node; its connections are closed, because the daemon of Citus stays connected. */
export function dropOnNodes(url: string, database: string): Promise<void> {
  return onEachNode(url, `drop database if exists ${database} with (force)`)
}

/** Distributes the tables of a migrated database. */
export async function spread(connection: ClientConfig): Promise<void> {
  await distributeTables(connection, SHARDS)
}

/**
 * Copies a template on every node. Its daemon is disconnected first, because the copy requires that there are no
 * connections.
 */
export async function copyOnEachNode(url: string, template: string, name: string): Promise<void> {
  for (const node of await urlsOnNodes(url))
    await withClient(node, async (client) => {
      await client.query('set citus.enable_create_database_propagation = off')
      for (let attempt = 1; ; attempt += 1) {
        await client.query(
          'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
          [template],
        )
        try {
          await client.query(`create database ${name} template ${template} strategy file_copy`)
          return
        } catch (error) {
          if ((error as { code?: string }).code !== IN_USE || attempt === ATTEMPTS_MAX) throw error
        }
      }
    })
}

/** Sets on every node what `distributeTables` sets for the database. */
export async function markOnEachNode(url: string): Promise<void> {
  for (const node of await urlsOnNodes(url))
    await withClient(node, async (client) => {
      await client.query('set citus.enable_ddl_propagation = off')
      await markDistributed(client)
    })
}
