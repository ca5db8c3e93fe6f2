import { Pool, type Client, type ClientConfig } from 'pg'
import { limitOptions, timeLimitsOf } from './time-limits.ts'

/**
 * The release of graphile-worker whose schema is used. It is stored as a comment on the schema, so that an up-to-date
 * database is recognized without loading the library.
 */
export const QUEUE_VERSION = '0.18.0'

/** The schema owned by graphile-worker, which contains nothing else. */
export const QUEUE_SCHEMA = 'graphile_worker'

/** Tables of the queue, on which the library enables row-level security without a policy. */
const TABLES = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs']

/**
 * Updates the schema of the job queue as its owner, and gives the application's role access to its rows. That role
 * owns nothing, so it gets grants and policies and cannot change the schema. The library runs its own migrations,
 * which are safe to repeat after a failure.
 * @throws Error with one line for the operator if the owner may not create a schema
 */
export async function prepareQueueSchema(
  client: Client,
  connection: ClientConfig,
  role: string,
): Promise<void> {
  if ((await queueVersion(client)) === QUEUE_VERSION) return
  const { Logger, runMigrations } = await import('graphile-worker')
  const options = limitOptions(timeLimitsOf('migrations'))
  const pool = new Pool({ ...connection, options, max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (pooled) => pooled.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, schema: QUEUE_SCHEMA, logger: new Logger(() => () => undefined) })
  } catch (error) {
    throw new Error(`the schema ${QUEUE_SCHEMA} could not be made: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await pool.end()
  }
  await client.query(
    `begin; ${grants(role)}; comment on schema ${QUEUE_SCHEMA} is '${QUEUE_VERSION}'; commit`,
  )
}

/** Returns the release of a database's queue schema; undefined if there is none. */
async function queueVersion(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ version: string | null }>(
    `select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = $1`,
    [QUEUE_SCHEMA],
  )
  return rows[0]?.version ?? undefined
}

/** Rows of the queue contain only the ids of a workspace and a job, so the role may see all of them. */
function grants(role: string): string {
  const tables = TABLES.map((table) => `${QUEUE_SCHEMA}.${table}`)
  return [
    `grant usage on schema ${QUEUE_SCHEMA} to ${role}`,
    `grant select on ${QUEUE_SCHEMA}.migrations, ${QUEUE_SCHEMA}.jobs to ${role}`,
    `grant select, insert, update, delete on ${tables.join(', ')} to ${role}`,
    ...tables.flatMap((table) => [
      `drop policy if exists application_rows on ${table}`,
      `create policy application_rows on ${table} to ${role} using (true) with check (true)`,
    ]),
  ].join('; ')
}
