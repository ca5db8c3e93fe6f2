import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderError, exists, folderProblem, makeDataFolder } from './data-folder.ts'
import { takeFileLock, tryFileLock, type FileLock } from './file-lock.ts'

/** Another server works on the same data folder; the message is one line for the operator. */
export class DataFolderInUseError extends DataFolderError {
  constructor(path: string) {
    super(`another Plumbline server already runs on the data folder ${path}`)
    this.name = 'DataFolderInUseError'
  }
}

/** Held by the server that works on a folder. */
const LOCK_FILE = 'server.lock'

/** Under which address that server is reached; without the lock it is what a server left that was killed. */
const ADDRESS_FILE = 'server-address'

/** Covers two servers that start in the same instant, not one that is still shutting down. */
const WAIT_MS = 300

/**
 * Makes the data folder when it is missing and takes it for this server, so that two servers on
 * one folder are impossible. The lock is the kernel's (see file-lock.ts): it needs no process id
 * that could be taken by a stranger, no clean-up after kill -9, and leaves no gap between finding
 * a stale lock and taking it, as lock files and probed sockets do. Commands other than `serve`
 * do not take it.
 * @throws DataFolderInUseError when another server holds it
 * @throws DataFolderError when the folder cannot be made or written
 */
export async function lockDataFolder(dataDir: string): Promise<FileLock> {
  const path = await makeDataFolder(dataDir)
  const lock = await takeFileLock(join(path, LOCK_FILE), 'exclusive', WAIT_MS).catch((error: unknown) => {
    throw new DataFolderError(folderProblem(error, path) ?? `the folder ${path} cannot be locked`, error)
  })
  if (lock === undefined) throw new DataFolderInUseError(path)
  return lock
}

/** Keeps the address of the server that holds the lock of the folder, for commands that run beside it. */
export async function keepServerAddress(dataDir: string, publicUrl: string): Promise<void> {
  const path = join(dataDir, ADDRESS_FILE)
  await writeFile(`${path}.new`, publicUrl)
  await rename(`${path}.new`, path)
}

/**
 * Returns the address of the server that runs on the data folder, whatever the settings of this process say.
 * Undefined if none runs there, as beside a database of the operator's own. Not for the process of that server itself,
 * whose lock this would drop (see file-lock.ts).
 */
export async function addressOfRunningServer(dataDir: string): Promise<string | undefined> {
  const lockFile = join(dataDir, LOCK_FILE)
  if (!(await exists(lockFile).catch(() => false))) return undefined
  const lock = tryFileLock(lockFile, 'shared')
  lock?.release()
  if (lock !== undefined) return undefined
  return await readFile(join(dataDir, ADDRESS_FILE), 'utf8').catch(() => undefined)
}
