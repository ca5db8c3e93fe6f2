import type { ClientConfig } from 'pg'
import { distributeTables } from '../src/platform/db/index.ts'
import { urlOf, withClient } from './cluster.ts'

/** Few, because each test file has a copy of every shard; more than one for each worker. */
const SHARDS = 4

/** PostgreSQL's code for a template to which somebody is connected. */
const IN_USE = '55006'

/** Attempts to copy a template: the daemon of Citus connects to it again every few seconds. */
const ATTEMPTS_MAX = 20

/** The coordinator of a Citus cluster on which tests run, from CITUS_URL; its database has the workers registered. */
export const citusUrl = process.env['CITUS_URL'] || undefined

interface Node {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
}

/** The nodes of the cluster, the coordinator first. */
function nodesOf(url: string): Promise<Node[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Node>(`
      select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
      from pg_dist_node where noderole = 'primary' order by groupid`)
    return rows
  })
}

/** The URL of the same database on each node. */
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

/** Makes an empty database of the cluster; returns its URL on the coordinator. */
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

/** Its daemon stays connected, so every connection is cut. */
export function dropOnNodes(url: string, database: string): Promise<void> {
  return onEachNode(url, `drop database if exists ${database} with (force)`)
}

/** Distributes the tables of a database that has been migrated. */
export async function spread(connection: ClientConfig): Promise<void> {
  await distributeTables(connection, SHARDS)
}

/** Copies a template on every node. Its daemon is sent away first, because nobody may be connected to it. */
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
