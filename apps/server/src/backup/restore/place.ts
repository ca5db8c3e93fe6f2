import { mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { makeDataFolder, RESTORE_MARKER, syncFolder } from '../../platform/data-folder.ts'
import { lockDataFolder } from '../../platform/data-folder-lock.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/index.ts'
import { createLog, type Log } from '../../platform/log.ts'
import { createStorage, type Storage } from '../../platform/storage/index.ts'
import type { BackupHeader } from '../parts.ts'
import { FOLDERS } from '../write-backup.ts'
import { connectOwner } from './load-backup.ts'
import { findObstacle } from './rows-store.ts'

/** An empty place into which a backup is restored. */
export interface Place {
  /** The settings of the restored server. */
  readonly config: Config
  readonly log: Log
  readonly owner: ClientConfig
  readonly login: string | undefined
  readonly storage: Storage
}

/** What is restored into a place. */
interface RestoreSource {
  /** With the SECRET_KEY of the backup. */
  readonly settings: Config
  /** Whether the data folder must store the SECRET_KEY, because the environment does not provide it. */
  readonly keepsSecret: boolean
  readonly header: BackupHeader
}

/** Works in an empty place, a folder or a database; after a failure the place is as it was before. */
export function withPlace<T>(
  begun: RestoreSource,
  into: string,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const { LOG_LEVEL } = begun.settings
  const log = createLog(LOG_LEVEL === 'info' ? 'warn' : LOG_LEVEL, process.stderr)
  const isDatabase = /^postgres(ql)?:\/\//.test(into)
  return isDatabase ? inDatabase({ ...begun, log }, into, work) : inFolder({ ...begun, log }, into, work)
}

async function inDatabase<T>(
  { settings, keepsSecret, header, log }: RestoreSource & { log: Log },
  url: string,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const owner = { connectionString: url }
  const client = await connectOwner(owner)
  try {
    const obstacle = await findObstacle(client, header)
    if (obstacle) throw new Error(`the database ${obstacle}: restore into an empty one`)
  } finally {
    await client.end()
  }
  const kept = await keptSecret(settings.DATA_DIR)
  if (keepsSecret && kept !== undefined && kept !== settings.SECRET_KEY) {
    throw new Error(
      `${settings.DATA_DIR} keeps another SECRET_KEY than the backed-up server had: name another DATA_DIR`,
    )
  }
  const config = { ...settings, DATABASE_URL: url, MIGRATION_DATABASE_URL: undefined }
  return inStorage(config, { owner, login: undefined, log }, async (place) => {
    const result = await work(place)
    if (keepsSecret && kept === undefined)
      await keepSecret(await makeDataFolder(config.DATA_DIR), config.SECRET_KEY)
    return result
  })
}

async function inFolder<T>(
  { settings, keepsSecret, log }: RestoreSource & { log: Log },
  into: string,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const before = await readdir(resolve(into)).catch(unlessMissing)
  if (before && before.length > 0 && !before.includes(RESTORE_MARKER)) {
    throw new Error(`${into} is not empty: restore into a new folder`)
  }
  const dataDir = await makeDataFolder(into)
  const marker = join(dataDir, RESTORE_MARKER)
  await writeFile(marker, '')
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
    const result = await inFreshFolder(config, log, async (place) => {
      if (keepsSecret) await keepSecret(dataDir, config.SECRET_KEY)
      return work(place)
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

async function inFreshFolder<T>(config: Config, log: Log, work: (place: Place) => Promise<T>): Promise<T> {
  const quiet = { info: () => undefined, warn: log.warn.bind(log), error: log.error.bind(log) }
  const postgres = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: quiet })
  try {
    const place = { owner: postgres.connection, login: postgres.login.user, log }
    return await inStorage(config, place, work)
  } finally {
    await postgres.stop()
  }
}

async function inStorage<T>(
  config: Config,
  reached: Pick<Place, 'owner' | 'login' | 'log'>,
  work: (place: Place) => Promise<T>,
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
    for (const folder of FOLDERS) {
      for await (const { key } of storage.list(folder)) {
        throw new Error(`the storage of files holds ${key}: restore into an empty one`)
      }
    }
    return await work({ ...reached, config, storage })
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

async function keptSecret(dataDir: string): Promise<string | undefined> {
  return (await readFile(join(dataDir, 'secret.key'), 'utf8').catch(unlessMissing))?.trim()
}

async function keepSecret(dataDir: string, secretKey: string | undefined): Promise<void> {
  if (secretKey === undefined) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'secret.key'), secretKey, { flag: 'wx', mode: SECRET_MODE, flush: true })
  await syncFolder(dataDir)
}
