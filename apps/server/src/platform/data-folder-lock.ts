import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderError, exists, folderProblem, makeDataFolder } from './data-folder.ts'
import { takeFileLock, tryFileLock, type FileLock } from './file-lock.ts'

/** Another server uses the same data folder; the message is one line for the operator. */
export class DataFolderInUseError extends DataFolderError {
  constructor(path: string) {
    super(`another Plumbline server already runs on the data folder ${path}`)
    this.name = 'DataFolderInUseError'
  }
}

/** Locked by the server that uses the folder. */
const LOCK_FILE = 'server.lock'

/** Contains the URL of that server. If the lock is free, it was left by a server that was killed. */
const ADDRESS_FILE = 'server-address'

/** Long enough for two servers that start simultaneously, but not for one that is still shutting down. */
const WAIT_MS = 300

/**
 * Creates the data folder if it does not exist and locks it for this server, so that no second server can use it. The
 * lock is the kernel's (see file-lock.ts): it needs no process ID that could be reused by another program, no clean-up
 * after kill -9, and has no gap between detecting a stale lock and taking it, as lock files and probed sockets do.
 * Commands other than `serve` do not take it.
 * @throws DataFolderInUseError if another server holds it
 * @throws DataFolderError if the folder cannot be created or written
 */
export async function lockDataFolder(dataDir: string): Promise<FileLock> {
  const path = await makeDataFolder(dataDir)
  const lock = await takeFileLock(join(path, LOCK_FILE), 'exclusive', WAIT_MS).catch((error: unknown) => {
    throw new DataFolderError(folderProblem(error, path) ?? `the folder ${path} cannot be locked`, error)
  })
  if (lock === undefined) throw new DataFolderInUseError(path)
  return lock
}

/** Stores the URL of the server that holds the lock of the folder, for commands that run at the same time. */
export async function keepServerAddress(dataDir: string, publicUrl: string): Promise<void> {
  const path = join(dataDir, ADDRESS_FILE)
  await writeFile(`${path}.new`, publicUrl)
  await rename(`${path}.new`, path)
}

/**
 * Returns the URL of the server that runs on the data folder, regardless of the settings of this process. Undefined if
 * none runs there, for example if the database is external. Do not call it in the process of that server, because it
 * would drop the server's lock (see file-lock.ts).
 */
export async function addressOfRunningServer(dataDir: string): Promise<string | undefined> {
  const lockFile = join(dataDir, LOCK_FILE)
  if (!(await exists(lockFile).catch(() => false))) return undefined
  const lock = tryFileLock(lockFile, 'shared')
  lock?.release()
  if (lock !== undefined) return undefined
  return await readFile(join(dataDir, ADDRESS_FILE), 'utf8').catch(() => undefined)
}
