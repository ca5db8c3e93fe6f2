import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { readConfig, type Config } from './platform/config.ts'
import { systemClock } from './platform/clock.ts'
import {
  APPLICATION_ROLE,
  applyMigrations,
  clientConfig,
  openDatabase,
  type Database,
  type ReplicaEvent,
} from './platform/db/index.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts'
import { endsWithin } from './platform/ends-within.ts'
import { DataFolderError, exists, RESTORE_MARKER, RESTORE_SCHEMA } from './platform/data-folder.ts'
import { openLog, type Log } from './platform/log.ts'
import {
  createSecrets,
  hasSecretKey,
  readSecretKeys,
  type AbsentSecret,
  type SecretKeys,
  type Secrets,
} from './platform/secrets.ts'
import type { Clock } from './platform/clock.ts'
import { createStorage, type Storage } from './platform/storage/index.ts'

/** Time that connections get to close once no new work begins on them. */
const CLOSING_MS = 2000

/** The dependencies of a command or a server. */
export interface Runtime {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly db: Database
  readonly secretKeys: SecretKeys
  readonly secrets: Secrets
  readonly storage: Storage
  /** Connection settings of the owner of the tables, for migrations and checks of the schema. */
  readonly owner: ClientConfig
  /** Connection settings of the application, before a connection switches to its role. */
  readonly connection: ClientConfig
  /** Names of the migrations that were applied when it was opened. */
  readonly migrated: readonly string[]
  /** Closes the connections, and stops the embedded database if no other process uses it. */
  close(): Promise<void>
}

/** Reads the settings from the environment and from a `.env` file in the working directory; the environment takes precedence. */
export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/** Options of `openRuntime`. */
export interface OpenOptions {
  /** Which databases are migrated: by default only the embedded one. */
  readonly migrates?: 'any' | 'embedded' | 'none'
  /** Whether a restore opens it: nothing else may open a folder or a database that is only partly restored. */
  readonly isRestoring?: boolean
  /** Whether only its state is reported, which is possible for a partly restored database, too. */
  readonly isExamining?: boolean
  /**
   * What to do if there is no secret yet: create one (the default), refuse because stored data require it, or continue
   * because none is needed.
   */
  readonly absentSecret?: AbsentSecret | 'refuse'
  /** The log; standard output by default. */
  readonly log?: Log
}

/**
 * Opens the database of the settings, by default the embedded one, and migrates it as the options say. Throws an error
 * whose message is one line for the operator.
 */
export async function openRuntime(config: Config, options: OpenOptions = {}): Promise<Runtime> {
  const { migrates = 'embedded', absentSecret = 'make', log = openLog(config) } = options
  await requireRestored(config, options)
  if (absentSecret === 'refuse') await requireSecretKey(config)
  const reached = await reachDatabase(config, log)
  try {
    const isMigrated = migrates === 'any' || (migrates === 'embedded' && config.DATABASE_URL === undefined)
    const migrated = isMigrated ? await applyMigrations(reached.owner, reached.login) : []
    const secretKeys = await readSecretKeys(config, absentSecret === 'ignore' ? 'ignore' : 'make')
    const secrets = createSecrets(secretKeys)
    const storage = openStorage(config, secrets)
    const { db, close } = openWatched(config, reached, log)
    const closeAll = async () => {
      // A statement that is still running must not keep the embedded database from stopping.
      await endsWithin(close(), CLOSING_MS)
      storage.close()
      await reached.stop()
    }
    const opened = { config, log, clock: systemClock, db, secretKeys, secrets, storage }
    return { ...opened, ...reached, migrated, close: closeAll }
  } catch (error) {
    await reached.stop()
    throw error
  }
}

/** Throws if a restore into the data folder or the database was interrupted. */
async function requireRestored(config: Config, { isRestoring, isExamining }: OpenOptions): Promise<void> {
  if (isRestoring) return
  await requireRestoredFolder(config)
  if (isExamining || config.DATABASE_URL === undefined) return
  await requireRestoredDatabase({ connectionString: config.DATABASE_URL })
}

/** Throws if there is no secret: stored data cannot be read, and a new secret would later be taken for theirs. */
async function requireSecretKey(config: Config): Promise<void> {
  if (await hasSecretKey(config)) return
  throw new Error(
    `no SECRET_KEY is set, and ${config.DATA_DIR} holds no secret.key: use the SECRET_KEY or the DATA_DIR of the server`,
  )
}

/** Throws if a restore into the data folder was interrupted. */
async function requireRestoredFolder({ DATABASE_URL, DATA_DIR }: Config): Promise<void> {
  if (DATABASE_URL !== undefined || !(await exists(join(DATA_DIR, RESTORE_MARKER)).catch(() => false))) return
  throw new DataFolderError(
    `a restore into ${DATA_DIR} is under way or was cut off: run "plumbline restore" again`,
  )
}

/** Throws if a restore into the database was interrupted. A database that cannot be reached is reported by its first use. */
async function requireRestoredDatabase(connection: ClientConfig): Promise<void> {
  if (!(await isPartlyRestored(connection).catch(() => false))) return
  throw new Error('a restore into this database is under way or was cut off: run "plumbline restore" again')
}

async function isPartlyRestored(connection: ClientConfig): Promise<boolean> {
  const client = new Client(clientConfig({ connection, role: undefined }))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select from pg_namespace where nspname = $1', [RESTORE_SCHEMA])
    return rows.length > 0
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Opens a pool that logs broken connections, other than those that end because it is closed. */
function openWatched(
  config: Config,
  { connection }: Reached,
  log: Log,
): { db: Database; close: () => Promise<void> } {
  let isClosing = false
  const db = openDatabase({
    connection,
    pooler: addressOf(config.DATABASE_POOLER_URL),
    replica: addressOf(config.DATABASE_REPLICA_URL),
    onReplicaEvent: (event) => logReplica(log, event),
    poolSize: config.DATABASE_POOL_SIZE,
    role: APPLICATION_ROLE,
    requestDeadlineMs: config.REQUEST_DEADLINE_MS,
    onActionError: (error) => log.error({ err: error }, 'an action after a commit failed'),
    onIdleError: ({ message }) => {
      // Only the message: the error has a reference to the whole client.
      if (!isClosing) log.warn({ reason: message }, 'a database connection broke')
    },
  })
  const close = () => {
    isClosing = true
    return db.close()
  }
  return { db, close }
}

function addressOf(url: string | undefined): ClientConfig | undefined {
  return url === undefined ? undefined : { connectionString: url }
}

function logReplica(log: Log, event: ReplicaEvent): void {
  if (event.serves) return log.info({}, 'the replica serves reads again')
  const { why, reason } = event
  log.warn({ why, reason }, 'the primary serves reads instead of the replica')
}

function openStorage(config: Config, secrets: Secrets): Storage {
  return createStorage({
    storageUrl: config.STORAGE_URL,
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    signingKeys: secrets.deriveEach('storage'),
    clock: systemClock,
  })
}

interface Reached {
  connection: ClientConfig
  owner: ClientConfig
  /** The login that must be able to switch to the role of the application, if it is not the owner. */
  login: string | undefined
  stop: () => Promise<void>
}

async function reachDatabase(config: Config, log: Log): Promise<Reached> {
  if (config.DATABASE_URL === undefined) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: quietly(log) })
    const { login, connection: owner } = postgres
    return { connection: login, owner, login: login.user, stop: () => postgres.stop() }
  }
  const connection = { connectionString: config.DATABASE_URL }
  const owner = { connectionString: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL }
  return { connection, owner, login: loginOf(config), stop: async () => undefined }
}

/** Returns a log in which starts and stops of the embedded database are debug messages. */
function quietly(log: Log): Parameters<typeof startEmbeddedPostgres>[0]['log'] {
  return {
    info: (fields, message) => log.debug(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }
}

function loginOf(config: Config): string | undefined {
  if (config.MIGRATION_DATABASE_URL === undefined || config.DATABASE_URL === undefined) return undefined
  return decodeURIComponent(new URL(config.DATABASE_URL).username)
}
