import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { applyMigrations, knownMigrations } from '../src/platform/db/migrate.ts'
import { QUEUE_VERSION } from '../src/platform/db/queue-schema.ts'
import {
  joinTestCluster,
  TEMPLATE_PREFIX,
  TEST_DATABASE_PREFIX,
  urlOf,
  withClient,
  type TestCluster,
} from './cluster.ts'
import {
  apiConnection,
  citusUrl,
  copyOnEachNode,
  createOnNodes,
  dropOnNodes,
  markOnEachNode,
  spread,
} from './citus.ts'

/** A database for one test file. */
export interface TestDatabase {
  /** The owner's connection settings, as `pg` accepts them. */
  connection: ClientConfig & { connectionString: string }
  /** The connection of processes that serve requests: another one only in a cluster, if CITUS_API_URL is set. */
  apiConnection: ClientConfig & { connectionString: string }
  /** The same as a URL for DATABASE_URL. */
  url: string
  /**
   * Drops it; call it in `after`, once all pools on it are closed.
   * @param patienceMs how long to wait for connections before they are terminated. By default, a connection that stays open
   * fails the test.
   */
  drop(patienceMs?: number): Promise<void>
}

/** How an empty database becomes a template. */
export interface TemplateRecipe {
  /** Changes whenever the result does; part of the template's name. */
  hash: string
  /** Fills the empty database, and leaves no connection open. */
  fill: (connection: ClientConfig & { connectionString: string }) => Promise<unknown>
}

/** Serializes clones: PostgreSQL cannot create two from one template simultaneously. */
const CLONE_LOCK = 7_210_414

/** How long closing connections are awaited: far longer than any takes. */
const CLOSE_PATIENCE_MS = 60_000

/** Pause between two checks of connections that close within milliseconds. */
const LOOK_MS = 10

/**
 * Creates a database with the current schema, cloned from a template that is migrated once for each state of the
 * migration files. Uses TEST_DATABASE_URL if it is set, otherwise the embedded server of this checkout. If CITUS_URL is
 * set, its tables are distributed.
 */
export async function createTestDatabase(recipe?: TemplateRecipe): Promise<TestDatabase> {
  if (citusUrl !== undefined && recipe === undefined) return createDistributedDatabase()
  const { hash, fill } = recipe ?? (await schemaRecipe())
  const cluster = await joinTestCluster()
  const name = newDatabaseName()
  await withClient(cluster.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [CLONE_LOCK])
    const template = `${TEMPLATE_PREFIX}${hash.slice(0, 16)}`
    if (!(await databaseExists(client, template))) await makeTemplate(client, cluster, template, fill)
    // Takes half as long as copying through the WAL; dropping such a copy takes half as long, too.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = urlOf(cluster.url, name)
  return {
    url,
    connection: { connectionString: url },
    apiConnection: { connectionString: url },
    drop: (patienceMs) => dropDatabase(cluster, name, patienceMs),
  }
}

/** Creates the same on every node of the cluster of CITUS_URL. */
async function createDistributedDatabase(): Promise<TestDatabase> {
  const { hash, fill } = await schemaRecipe()
  const cluster = await joinTestCluster()
  const name = newDatabaseName()
  const template = `${TEMPLATE_PREFIX}${hash.slice(0, 16)}_spread`
  await withClient(cluster.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [CLONE_LOCK])
    if (!(await databaseExists(client, template))) {
      const unfinished = `${template}_new`
      const connection = { connectionString: await createOnNodes(cluster.url, unfinished) }
      await fill(connection)
      await spread(connection)
      await copyOnEachNode(cluster.url, unfinished, template)
      await dropOnNodes(cluster.url, unfinished)
    }
    await copyOnEachNode(cluster.url, template, name)
  })
  // Settings of a database are not copied with it.
  await markOnEachNode(urlOf(cluster.url, name))
  return distributedDatabase(cluster.url, name)
}

/** Creates an empty database in the cluster of CITUS_URL. */
export async function createJoinedDatabase(): Promise<TestDatabase> {
  const { url } = await joinTestCluster()
  const name = newDatabaseName()
  await createOnNodes(url, name)
  return distributedDatabase(url, name)
}

function distributedDatabase(clusterUrl: string, name: string): TestDatabase {
  const url = urlOf(clusterUrl, name)
  return {
    url,
    connection: { connectionString: url },
    apiConnection: apiConnection(name),
    drop: () => dropOnNodes(clusterUrl, name),
  }
}

function newDatabaseName(): string {
  return `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`
}

async function schemaRecipe(): Promise<TemplateRecipe> {
  const digest = createHash('sha256')
  digest.update(`queue ${QUEUE_VERSION}\n`)
  for (const { name, sha256 } of await knownMigrations()) digest.update(`${name} ${sha256}\n`)
  return { hash: digest.digest('hex'), fill: (connection) => applyMigrations(connection) }
}

async function databaseExists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

/** Created under another name first, so that a template with the final name is complete. */
async function makeTemplate(
  client: Client,
  cluster: TestCluster,
  template: string,
  fill: TemplateRecipe['fill'],
): Promise<void> {
  const unfinished = `${template}_new`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished} template template0 encoding 'UTF8'`)
  await fill({ connectionString: urlOf(cluster.url, unfinished) })
  await lastConnectionCloses(client, unfinished, CLOSE_PATIENCE_MS)
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

/**
 * Waits for connections whose clients have disconnected; their server processes take a moment to end.
 * @returns the last statements of those that are still open
 */
async function lastConnectionCloses(client: Client, database: string, patienceMs: number): Promise<string[]> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query('select query from pg_stat_activity where datname = $1', [database])
    if (rows.length === 0 || Date.now() >= deadline) return rows.map(({ query }) => query)
    await delay(LOOK_MS)
  }
}

/**
 * Waits for connections to close before terminating any, because clients that are terminated while closing raise errors
 * that no test handles.
 * @throws if some stay open although no patience was given
 */
async function dropDatabase(
  cluster: TestCluster,
  name: string,
  patienceMs: number | undefined,
): Promise<void> {
  const open = await withClient(cluster.url, async (client) => {
    const statements = await lastConnectionCloses(client, name, patienceMs ?? CLOSE_PATIENCE_MS)
    await client.query(`drop database if exists ${name} with (force)`)
    return statements
  })
  await cluster.leave()
  if (patienceMs === undefined && open.length > 0)
    throw new Error(`the test left connections open: ${open.join('; ')}`)
}
