import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts'

/** The PostgreSQL server on which tests create their databases. */
export interface TestCluster {
  /** Owner's connection URL; its database is only used to create others. */
  url: string
  /** Ends the use by this process; the last user stops the server, unless another process owns it. */
  leave(): Promise<void>
}

/** Prefix of the names of databases created by a test process; followed by its process ID. */
export const TEST_DATABASE_PREFIX = 'plumbline_test_'

/** Prefix of the names of migrated databases from which others are cloned. */
export const TEMPLATE_PREFIX = 'plumbline_template_'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Returns the server given by TEST_DATABASE_URL, or otherwise the embedded one of this checkout, which all its test
 * processes share. The latter is in the temporary folder and is kept between runs, so that it need not be created and
 * migrated again; it trades durability for speed.
 */
export async function joinTestCluster(): Promise<TestCluster> {
  const given = process.env['CITUS_URL'] || process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return { url: given, leave: async () => undefined }
  const dataDir = await clusterFolder()
  const embedded = await startEmbeddedPostgres({ dataDir, log: silent, durable: false })
  const { user, password, host, port, database } = embedded.connection
  const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
  if (embedded.startedByUs) await sweep(url)
  return { url, leave: () => embedded.stop() }
}

/** Returns the URL of another database on the same server with the same login. */
export function urlOf(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** Runs work with a connection that is closed afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns a folder for each user and checkout; a folder of that name owned by another user is not trusted. */
async function clusterFolder(): Promise<string> {
  const checkout = fileURLToPath(new URL('../../../', import.meta.url))
  const mark = createHash('sha256').update(checkout).digest('hex').slice(0, 8)
  const user = process.geteuid?.() ?? 0
  const folder = join(tmpdir(), `plumbline-tests-${user}-${mark}`)
  const found = await lstat(folder).catch(() => undefined)
  if (found !== undefined && found.uid !== user) throw new Error(`${folder} belongs to another user`)
  return folder
}

/**
 * Drops what killed test processes left behind, and templates that no run has used recently: all but the newest.
 * Several processes may do this simultaneously.
 */
async function sweep(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where datname like '${TEST_DATABASE_PREFIX}%' or datname like '${TEMPLATE_PREFIX}%'
       order by oid desc`,
    )
    const names = rows.map((row) => row.name)
    const templates = names.filter((name) => name.startsWith(TEMPLATE_PREFIX))
    const abandoned = names.filter((name) => name.startsWith(TEST_DATABASE_PREFIX) && !isMakerAlive(name))
    for (const name of [...abandoned, ...templates.slice(1)]) {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  })
}

function isMakerAlive(name: string): boolean {
  const pid = Number(name.slice(TEST_DATABASE_PREFIX.length).split('_')[0])
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
