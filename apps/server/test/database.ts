import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { applyMigrations, knownMigrations } from '../src/platform/db/migrate.ts'
import { keepOwnPlans } from '../src/platform/db/place-tables.ts'
import { QUEUE_VERSION } from '../src/platform/db/queue-schema.ts'
import {
  joinTestCluster,
  TEMPLATE_PREFIX,
  TEST_DATABASE_PREFIX,
  urlOf,
  withClient,
  type TestCluster,
} from './cluster.ts'
import { citusUrl, copyOnEachNode, createOnNodes, dropOnNodes, spread } from './citus.ts'

/** A database of one test file. */
export interface TestDatabase {
  /** The owner's connection, as `pg` takes it. */
  connection: ClientConfig & { connectionString: string }
  /** The same as DATABASE_URL takes it. */
  url: string
  /**
   * Drops it; call it in `after`, once every pool on it is closed.
   * @param patienceMs how long connections are waited for before they are cut
   */
  drop(patienceMs?: number): Promise<void>
}

/** How an empty database becomes a template. */
export interface TemplateRecipe {
  /** Changes whenever the result does: it names the template. */
  hash: string
  /** Fills the empty database, and leaves no connection open. */
  fill: (connection: ClientConfig & { connectionString: string }) => Promise<unknown>
}

/** Serialises clones: PostgreSQL makes no two at once from one template. */
const CLONE_LOCK = 7_210_414

/** How long closing connections are given before they are cut: far longer than any takes. */
const CLOSE_PATIENCE_MS = 60_000

/** Between two looks at connections that close within milliseconds. */
const LOOK_MS = 10

/**
 * A fresh database with the present schema, cloned from a template that is migrated once for
 * each state of the migration files. Runs on TEST_DATABASE_URL where that is set, otherwise on
 * the embedded server of this checkout. Where CITUS_URL is set, its tables are distributed.
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
    // Half of what copying by the log takes, and dropping such a copy half as well.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = urlOf(cluster.url, name)
  return {
    url,
    connection: { connectionString: url },
    drop: (patienceMs = CLOSE_PATIENCE_MS) => dropDatabase(cluster, name, patienceMs),
  }
}

/** The same on every node of the cluster of CITUS_URL. */
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
  await withClient(urlOf(cluster.url, name), keepOwnPlans)
  return distributedDatabase(cluster.url, name)
}

/** An empty database of the cluster of CITUS_URL. */
export async function createJoinedDatabase(): Promise<TestDatabase> {
  const { url } = await joinTestCluster()
  const name = newDatabaseName()
  await createOnNodes(url, name)
  return distributedDatabase(url, name)
}

function distributedDatabase(clusterUrl: string, name: string): TestDatabase {
  const url = urlOf(clusterUrl, name)
  return { url, connection: { connectionString: url }, drop: () => dropOnNodes(clusterUrl, name) }
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

/** Made under another name first: a template of that name is complete. */
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

/** Waits for connections whose clients have said goodbye; a server process takes a moment to leave. */
async function lastConnectionCloses(client: Client, database: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database])
    if (rowCount === 0 || Date.now() >= deadline) return
    await delay(LOOK_MS)
  }
}

/**
 * Waits for connections to close before it cuts any, because clients that are cut in the midst
 * of closing raise errors that no test is there to take any more.
 */
async function dropDatabase(cluster: TestCluster, name: string, patienceMs: number): Promise<void> {
  await withClient(cluster.url, async (client) => {
    await lastConnectionCloses(client, name, patienceMs)
    await client.query(`drop database if exists ${name} with (force)`)
  })
  await cluster.leave()
}
