import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { exists, makeDataFolder } from '../data-folder.ts'
import { connectionFailure } from '../db/failures.ts'
import { type FileLock, takeFileLock, tryFileLock } from '../file-lock.ts'
import { findBinaryPackage, usableBinaries } from './binaries.ts'
import { dataOf, findHome, prepareHome, runOf } from './cluster-home.ts'
import { createCluster, LOGIN, loginPassword, readPassword, SUPERUSER } from './create-cluster.ts'
import { EmbeddedPostgresError, explain } from './failure.ts'
import { launch } from './launch.ts'
import { abandonAddress } from './listen-address.ts'
import { becomesReady, findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'

/** How often to check whether the database has ended. */
const WATCH_MS = 1000

/** Connection settings of the embedded database, in the form that `pg` accepts. */
export interface EmbeddedConnection {
  /** Folder of the socket, or 127.0.0.1. */
  host: string
  port: number
  user: string
  password: string
  database: string
  /** Explicit, because PGSSLMODE in the environment would otherwise request it. */
  ssl: false
}

/** The embedded database while this process uses it. */
export interface EmbeddedPostgres {
  /** As its owner with all privileges: for migrations. */
  readonly connection: EmbeddedConnection
  /**
   * As a login without privileges of its own, which can only assume the application's role once migrations permit it.
   */
  readonly login: EmbeddedConnection
  /** False if it was already running: started by another process, or left by a killed one. */
  readonly startedByUs: boolean
  /** Ends the use by this process; the last user stops the database. Close pools first. */
  stop(): Promise<void>
}

/** What to start, and where. */
export interface StartOptions {
  /** The program's data folder, which contains the cluster. */
  dataDir: string
  log: WatchLog & { info(fields: object, message: string): void }
  /** False trades durability across a power loss for speed; for tests only. */
  durable?: boolean
}

const DATABASE = 'plumbline'

/** Maximum time that another process takes to start or stop the database, including a first start. */
const TURN_PATIENCE_MS = 60_000

/** Maximum time that a running server may refuse connections before that is an error. */
const REACH_PATIENCE_MS = 10_000

/** Pause between two attempts to reach it. */
const REACH_RETRY_MS = 100

/**
 * Starts the embedded database and uses it until `stop`. A server that already runs on the folder is shared, even if
 * its parent was killed; a killed server recovers first. Processes take turns at starting and stopping, so that two
 * never start simultaneously and none stops it while another uses it. If it dies while in use, it is restarted at the
 * same address.
 * @throws EmbeddedPostgresError or DataFolderError with one line for the operator
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const dataDir = await makeDataFolder(options.dataDir)
  const started = { ...options, dataDir }
  const { use, ...reached } = await inTurn(dataDir, async () => ({
    ...(await bringUpAndReach(started)),
    use: takeUse(dataDir),
  }))
  const unwatch = watch(dataDir, options.log, () => inTurn(dataDir, () => bringUp(started)))
  const stop = async () => {
    await unwatch()
    await endUse(dataDir, use)
  }
  let stopping: Promise<void> | undefined
  return { ...reached, stop: () => (stopping ??= stop()) }
}

/** Returns the connection to the embedded database if it is running; starts nothing. */
export async function connectionOfRunning(dataDir: string): Promise<EmbeddedConnection | undefined> {
  try {
    const home = await findHome(dataDir)
    const postmaster = home === undefined ? undefined : await findPostmaster(dataOf(home))
    if (home === undefined || postmaster?.ready !== true) return undefined
    const password = await readPassword(dataOf(home))
    return connectionTo(postmaster, password)
  } catch (error) {
    throw explain(error, dataDir)
  }
}

function connectionTo({ host, port }: Postmaster, password: string): EmbeddedConnection {
  return { host, port, user: SUPERUSER, password, database: DATABASE, ssl: false }
}

/** Runs work while no other process starts or stops the database of this folder. */
async function inTurn<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  let turn: FileLock | undefined
  try {
    turn = await takeFileLock(join(dataDir, 'postgres-turn.lock'), 'exclusive', TURN_PATIENCE_MS)
    if (turn === undefined) {
      throw new EmbeddedPostgresError(
        `another process has been starting the database in ${dataDir} for a minute`,
      )
    }
    return await work()
  } catch (error) {
    throw explain(error, dataDir)
  } finally {
    turn?.release()
  }
}

/**
 * Checks repeatedly: a server that was just killed still looks alive for a moment, and one that crashed drops its
 * connections while it recovers.
 */
async function bringUpAndReach(options: StartOptions) {
  const deadline = Date.now() + REACH_PATIENCE_MS
  for (;;) {
    const { postmaster, data, launched } = await bringUp(options)
    const connection = connectionTo(postmaster, await readPassword(data))
    try {
      await ensureDatabase(connection)
      const login = { ...connection, user: LOGIN, password: await loginPassword(data) }
      await ensureLogin(connection, login)
      return { connection, login, startedByUs: launched }
    } catch (error) {
      if (connectionFailure(error) === undefined || Date.now() > deadline) throw error
      await delay(REACH_RETRY_MS)
    }
  }
}

interface BroughtUp {
  postmaster: Postmaster
  data: string
  launched: boolean
}

async function bringUp({ dataDir, log, durable = true }: StartOptions): Promise<BroughtUp> {
  const present = await findHome(dataDir)
  const running = present === undefined ? undefined : await becomesReady(dataOf(present))
  if (present !== undefined && running !== undefined) {
    log.info({ pid: running.pid }, 'the embedded database already runs')
    return { postmaster: running, data: dataOf(present), launched: false }
  }
  const found = await findBinaryPackage()
  const home = await prepareHome(dataDir)
  const bin = await usableBinaries(found, home.folder, home.account)
  if (await createCluster(home, bin, durable)) {
    log.info({ folder: home.folder }, 'the embedded database was created')
  }
  const postmaster = await launch({ home, bin, durable })
  log.info({ pid: postmaster.pid }, 'the embedded database was started')
  return { postmaster, data: home.data, launched: true }
}

/** Shared by all users of the database; the process that can lock it exclusively is the last. */
const usersLock = (dataDir: string) => join(dataDir, 'postgres-users.lock')

function takeUse(dataDir: string): FileLock {
  const use = tryFileLock(usersLock(dataDir), 'shared')
  // Only locked exclusively within a turn, and this is our turn.
  if (use === undefined) throw new Error('the use of the embedded database is refused out of turn')
  return use
}

function endUse(dataDir: string, use: FileLock): Promise<void> {
  return inTurn(dataDir, async () => {
    use.release()
    const alone = tryFileLock(usersLock(dataDir), 'exclusive')
    if (alone === undefined) return
    try {
      const home = await findHome(dataDir)
      const postmaster = home === undefined ? undefined : await findPostmaster(dataOf(home))
      if (home === undefined || postmaster === undefined) return
      await stopPostmaster(dataOf(home))
      await abandonAddress({ host: postmaster.host, run: runOf(home) })
    } finally {
      alone.release()
    }
  })
}

/** SQLSTATE for a database that does not exist. */
const INVALID_CATALOG_NAME = '3D000'

async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  try {
    await (await connect(connection)).end()
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_CATALOG_NAME) throw error
    const client = await connect({ ...connection, database: 'postgres' })
    await client.query(`create database ${DATABASE}`)
    await client.end()
  }
}

/** Creates the login, or removes privileges that it has been granted since. */
async function ensureLogin(owner: EmbeddedConnection, { user, password }: EmbeddedConnection): Promise<void> {
  const client = await connect(owner)
  try {
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${user}') then create role ${user}; end if;
      end $$;
      alter role ${user} login password '${password}'
        nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit`)
  } finally {
    await client.end()
  }
}

async function connect(connection: EmbeddedConnection): Promise<Client> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The part of the log that is needed here. */
interface WatchLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Watches a running database: if it ends although it was not stopped, calls `revive` until that succeeds. Returns a
 * function that ends the watch and waits for a check in progress.
 */
function watch(dataDir: string, log: WatchLog, revive: () => Promise<unknown>): () => Promise<void> {
  let check: Promise<void> | undefined
  let reported = ''
  const report = (error: unknown) => {
    const { message } = error as Error
    // Once for each cause, because the check is repeated every second.
    if (message !== reported) log.error({ err: error }, `the embedded database is down: ${message}`)
    reported = message
  }
  const reviveIfDown = async () => {
    if (await isRunning(dataDir)) return
    log.warn({}, 'the embedded database ended unexpectedly and is being started again')
    await revive()
    reported = ''
  }
  const timer = setInterval(() => {
    check ??= reviveIfDown()
      .catch(report)
      .finally(() => (check = undefined))
  }, WATCH_MS).unref()
  return async () => {
    clearInterval(timer)
    await check
  }
}

/** A cluster that vanished is an error, not the end of a server: it must not be replaced with an empty one. */
async function isRunning(dataDir: string): Promise<boolean> {
  const home = await findHome(dataDir)
  if (home === undefined || !(await exists(dataOf(home)))) {
    throw new EmbeddedPostgresError(`the cluster is no longer in ${dataDir}`)
  }
  return (await findPostmaster(dataOf(home))) !== undefined
}
