import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { readConfig, type Config } from './platform/config.ts'
import { systemClock } from './platform/clock.ts'
import { APPLICATION_ROLE, applyMigrations, openDatabase, type Database } from './platform/db/index.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts'
import { endsWithin } from './platform/ends-within.ts'
import { DataFolderError, exists, RESTORE_MARKER } from './platform/data-folder.ts'
import { openLog, type Log } from './platform/log.ts'
import { createSecrets, readSecretKeys, type SecretKeys, type Secrets } from './platform/secrets.ts'
import type { Clock } from './platform/clock.ts'
import { createStorage, type Storage } from './platform/storage/index.ts'

/** What connections have to end, once nothing is begun on them. */
const CLOSING_MS = 2000

/** Everything that a command or a server works with. */
export interface Runtime {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly db: Database
  readonly secretKeys: SecretKeys
  readonly secrets: Secrets
  readonly storage: Storage
  /** The owner's connection: for migrations and checks of the schema. */
  readonly owner: ClientConfig
  /** The connection that the application itself uses, before it changes its role. */
  readonly connection: ClientConfig
  /** Names of the migrations that were applied on the way. */
  readonly migrated: readonly string[]
  /** Lets go of the database; stops the embedded one when nobody else uses it. */
  close(): Promise<void>
}

/** Reads settings from the environment and from a `.env` file beside it; the environment wins. */
export function readSettings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readConfig(process.env)
}

/** How a runtime is opened. */
export interface OpenOptions {
  /** Which databases are brought up to date: the embedded one by default. */
  readonly migrates?: 'any' | 'embedded' | 'none'
  /** Whether it is the restore of a backup that opens it, which alone may open a folder before it is whole. */
  readonly isRestoring?: boolean
  /** Where it logs to; the standard output by default. */
  readonly log?: Log
}

/**
 * Opens the database that the settings name, the embedded one by default, and brings it up to date
 * where the options say so. Fails with one line for the operator.
 */
export async function openRuntime(config: Config, options: OpenOptions = {}): Promise<Runtime> {
  const { migrates = 'embedded', isRestoring = false, log = openLog(config) } = options
  if (!isRestoring) await requireRestored(config)
  const reached = await reachDatabase(config, log)
  try {
    const isMigrated = migrates === 'any' || (migrates === 'embedded' && config.DATABASE_URL === undefined)
    const migrated = isMigrated ? await applyMigrations(reached.owner, reached.login) : []
    const secretKeys = await readSecretKeys(config)
    const secrets = createSecrets(secretKeys)
    const storage = openStorage(config, secrets)
    const { db, close } = openWatched(config, reached, log)
    const closeAll = async () => {
      // A statement that is still under way must not keep an embedded database from its end.
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

/** A folder into which a restore was cut off holds nothing to work with. */
async function requireRestored({ DATABASE_URL, DATA_DIR }: Config): Promise<void> {
  if (DATABASE_URL !== undefined || !(await exists(join(DATA_DIR, RESTORE_MARKER)).catch(() => false))) return
  throw new DataFolderError(
    `a restore into ${DATA_DIR} is under way or was cut off: run "plumbline restore" again`,
  )
}

/** A pool that says which connections broke, save those that end because it is closed. */
function openWatched(
  config: Config,
  { connection }: Reached,
  log: Log,
): { db: Database; close: () => Promise<void> } {
  let isClosing = false
  const db = openDatabase({
    connection,
    pooler: poolerOf(config),
    poolSize: config.DATABASE_POOL_SIZE,
    role: APPLICATION_ROLE,
    requestDeadlineMs: config.REQUEST_DEADLINE_MS,
    onActionError: (error) => log.error({ err: error }, 'an action after a commit failed'),
    onIdleError: ({ message }) => {
      // The error itself carries the whole client along.
      if (!isClosing) log.warn({ reason: message }, 'a database connection broke')
    },
  })
  const close = () => {
    isClosing = true
    return db.close()
  }
  return { db, close }
}

function poolerOf({ DATABASE_POOLER_URL }: Config): ClientConfig | undefined {
  return DATABASE_POOLER_URL === undefined ? undefined : { connectionString: DATABASE_POOLER_URL }
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
  /** The login that must be able to change into the application's role, when it is not the owner. */
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

/** That the database of one's own starts and stops is nobody's news. */
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
