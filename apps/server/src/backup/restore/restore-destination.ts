import { randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Client, ClientConfig } from 'pg'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { makeDataFolder, RESTORE_MARKER, syncFolder } from '../../platform/data-folder.ts'
import { lockDataFolder } from '../../platform/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/index.ts'
import { giveToOwnerOf } from '../../platform/give-to-owner.ts'
import { createLog, type Log } from '../../platform/log.ts'
import { createStorage, type Storage } from '../../platform/storage/index.ts'
import type { BackupReport } from '../verify-backup.ts'
import { connectOwner } from './load-backup.ts'
import { findObstacle } from './rows-store.ts'
import {
  checkStorage,
  clearStorage,
  findUnfinished,
  lockDatabase,
  markDatabase,
  markLoaded,
  markStorage,
  unmarkDatabase,
  unmarkStorage,
  type UnfinishedRestore,
} from './unfinished-restore.ts'

/** An empty destination into which a backup is restored. */
export interface RestoreDestination {
  /** The settings of the restored server. */
  readonly config: Config
  readonly log: Log
  readonly owner: ClientConfig
  readonly login: string | undefined
  readonly storage: Storage
  /** Whether an interrupted restore of the same backup has loaded everything. */
  readonly isLoaded: boolean
  /** Records that everything is loaded; called in the transaction that loads the rows. */
  readonly onLoaded: (client: Client) => Promise<void>
}

/** What is restored into a destination. */
interface RestoreSource {
  /** With the SECRET_KEY of the backup. */
  readonly settings: Config
  /** Whether the data folder must store the SECRET_KEY, because the environment does not provide it. */
  readonly keepsSecret: boolean
  readonly report: Pick<BackupReport, 'header' | 'manifest'>
}

/**
 * Works in an empty destination, a folder or a database, or in one where a restore was interrupted. After a failure the
 * destination is as it was before, except for a database in which everything was loaded.
 */
export function withDestination<T>(
  source: RestoreSource,
  into: string,
  work: (destination: RestoreDestination) => Promise<T>,
): Promise<T> {
  const { LOG_LEVEL } = source.settings
  const log = createLog(LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL, process.stderr)
  const isDatabase = /^postgres(ql)?:\/\//.test(into)
  return isDatabase ? inDatabase({ ...source, log }, into, work) : inFolder({ ...source, log }, into, work)
}

async function inDatabase<T>(
  { settings, keepsSecret, report, log }: RestoreSource & { log: Log },
  url: string,
  work: (destination: RestoreDestination) => Promise<T>,
): Promise<T> {
  const owner = { connectionString: url }
  const client = await connectOwner(owner)
  try {
    await lockDatabase(client)
    const unfinished = await findRestore(client, report)
    const stored = await storedSecret(settings.DATA_DIR)
    if (keepsSecret && stored !== undefined && stored !== settings.SECRET_KEY) {
      throw new Error(
        `${settings.DATA_DIR} keeps another SECRET_KEY than the backed-up server had: name another DATA_DIR`,
      )
    }
    const config = { ...settings, DATABASE_URL: url, MIGRATION_DATABASE_URL: undefined }
    const reached = {
      owner,
      login: undefined,
      log,
      unfinished,
      begin: () => markDatabase(client, unfinished.restoreId, report.manifest.sha256),
      onLoaded: markLoaded,
      undo: (clearFiles: () => Promise<void>) => undoDatabase(client, clearFiles),
    }
    return await inStorage(config, reached, async (destination) => {
      const result = await work(destination)
      if (keepsSecret && stored === undefined)
        await keepSecret(await makeDataFolder(config.DATA_DIR), config.SECRET_KEY)
      await unmarkDatabase(client)
      return result
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns the restore to begin or to continue. Throws Error if the database is not empty for another reason. */
async function findRestore(
  client: Client,
  { header, manifest }: RestoreSource['report'],
): Promise<UnfinishedRestore> {
  const present = await findUnfinished(client)
  if (present?.isLoaded) {
    if (present.backupSha256 === manifest.sha256) return present
    throw new Error(
      'the database holds an interrupted restore of another backup: finish that one, or restore into an empty one',
    )
  }
  const obstacle = await findObstacle(client, header)
  if (obstacle) throw new Error(`the database ${obstacle}: restore into an empty one`)
  return present ?? { restoreId: randomUUID(), isLoaded: false }
}

/** Undoes a failed restore, unless everything was loaded; then a repeated one continues from there. */
async function undoDatabase(client: Client, clearFiles: () => Promise<void>): Promise<void> {
  // A commit may have arrived although its response was lost: only the database knows.
  if ((await findUnfinished(client))?.isLoaded) return
  await clearFiles()
  await unmarkDatabase(client)
}

async function inFolder<T>(
  { settings, keepsSecret, log }: RestoreSource & { log: Log },
  into: string,
  work: (destination: RestoreDestination) => Promise<T>,
): Promise<T> {
  const before = await readdir(resolve(into)).catch(unlessMissing)
  if (before && before.length > 0 && !before.includes(RESTORE_MARKER)) {
    throw new Error(`${into} is not empty: restore into a new folder`)
  }
  const dataDir = await makeDataFolder(into)
  const marker = join(dataDir, RESTORE_MARKER)
  const restoreId = await markFolder(marker)
  await syncFolder(dataDir)
  const lock = await lockDataFolder(dataDir)
  const config = {
    ...settings,
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    MIGRATION_DATABASE_URL: undefined,
  }
  try {
    await removeLeftovers(dataDir)
    const result = await inFreshFolder(config, { log, restoreId }, async (destination) => {
      if (keepsSecret) await keepSecret(dataDir, config.SECRET_KEY)
      return work(destination)
    })
    await rm(marker)
    await syncFolder(dataDir)
    lock.release()
    return result
  } catch (error) {
    await removeLeftovers(dataDir)
    lock.release()
    await clear(dataDir, [])
    if (before === undefined) await rm(dataDir, { recursive: true })
    throw error
  }
}

/** Marks a folder as being restored into, and returns the ID of the restore; an interrupted one keeps its ID. */
async function markFolder(marker: string): Promise<string> {
  const present = await readFile(marker, 'utf8').catch(unlessMissing)
  if (present) return present
  const restoreId = randomUUID()
  await writeFile(marker, restoreId, { flush: true })
  return restoreId
}

async function inFreshFolder<T>(
  config: Config,
  { log, restoreId }: { log: Log; restoreId: string },
  work: (destination: RestoreDestination) => Promise<T>,
): Promise<T> {
  const quiet = { info: () => undefined, warn: log.warn.bind(log), error: log.error.bind(log) }
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: quiet })
  try {
    const reached = {
      owner: postgres.connection,
      login: postgres.login.user,
      log,
      unfinished: { restoreId, isLoaded: false },
      // The folder itself is marked.
      begin: async () => undefined,
      onLoaded: async () => undefined,
      undo: (clearFiles: () => Promise<void>) => clearFiles(),
    }
    return await inStorage(config, reached, work)
  } finally {
    await postgres.stop()
  }
}

interface Reached extends Pick<RestoreDestination, 'owner' | 'login' | 'log' | 'onLoaded'> {
  readonly unfinished: UnfinishedRestore
  /** Called before the first file is written. */
  readonly begin: () => Promise<void>
  /** Called after a failure; clears the storage unless what was loaded is kept. */
  readonly undo: (clearFiles: () => Promise<void>) => Promise<void>
}

async function inStorage<T>(
  config: Config,
  { unfinished, begin, undo, ...reached }: Reached,
  work: (destination: RestoreDestination) => Promise<T>,
): Promise<T> {
  const storage = createStorage({
    storageUrl: config.STORAGE_URL,
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    // No URLs are issued in the meantime.
    signingKeys: [],
    clock: systemClock,
  })
  try {
    await checkStorage(storage, unfinished)
    if (!unfinished.isLoaded) await begin()
    try {
      await markStorage(storage, unfinished)
      const result = await work({ ...reached, config, storage, isLoaded: unfinished.isLoaded })
      await unmarkStorage(storage)
      return result
    } catch (error) {
      await undo(() => clearStorage(storage)).catch((failure: unknown) => {
        reached.log.warn({ err: failure }, 'files of the failed restore remain: run it again to remove them')
      })
      throw error
    }
  } finally {
    storage.close()
  }
}

/** Files that exist while a folder is being restored: the marker, and the lock. */
const HELD = [RESTORE_MARKER, 'server.lock']

/** Deletes what a failed or killed restore has created, including its database. */
async function removeLeftovers(dataDir: string): Promise<void> {
  const home = await realpath(join(dataDir, 'postgres')).catch(unlessMissing)
  if (home !== undefined) {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    // If it is still running, it is taken over and stopped.
    await startEmbeddedPostgres({ dataDir, log: quiet }).then(
      (postgres) => postgres.stop(),
      () => undefined,
    )
    await rm(home, { recursive: true, force: true })
  }
  await clear(dataDir, HELD)
}

async function clear(dataDir: string, except: readonly string[]): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!except.includes(name)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  return undefined
}

const SECRET_MODE = 0o600

async function storedSecret(dataDir: string): Promise<string | undefined> {
  return (await readFile(join(dataDir, 'secret.key'), 'utf8').catch(unlessMissing))?.trim()
}

async function keepSecret(dataDir: string, secretKey: string | undefined): Promise<void> {
  if (secretKey === undefined) return
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'secret.key')
  await writeFile(path, secretKey, { flag: 'wx', mode: SECRET_MODE, flush: true })
  await giveToOwnerOf(dataDir, [path])
  await syncFolder(dataDir)
}
