import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts'

/** The PostgreSQL server that tests make their databases on. */
export interface TestCluster {
  /** An owner's connection; its database is only used to make others from. */
  url: string
  /** Ends this process's use; the last user stops the server, unless another process owns it. */
  leave(): Promise<void>
}

/** Names of databases that one test process made begin like this, and its process id follows. */
export const TEST_DATABASE_PREFIX = 'plumbline_test_'

/** Names of migrated databases that others are cloned from begin like this. */
export const TEMPLATE_PREFIX = 'plumbline_template_'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * The server named by TEST_DATABASE_URL; without it the embedded one of this checkout, which all
 * its test processes share. That one lies under the temporary folder and stays there between
 * runs, so that a run need not make and migrate it again; it forgoes durability for speed.
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

/** The same server and login, another database. */
export function urlOf(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** Opens a connection for the length of some work. */
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

/** One folder for each user and checkout; another user's folder of that name is not trusted. */
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
 * Drops what killed test processes left behind, and templates that no run has cloned from
 * lately: all but the newest. Several processes may come here at once.
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
