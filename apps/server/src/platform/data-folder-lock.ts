import { join } from 'node:path'
import { DataFolderError, folderProblem, makeDataFolder } from './data-folder.ts'
import { takeFileLock, type FileLock } from './file-lock.ts'

/** Another server works on the same data folder; the message is one line for the operator. */
export class DataFolderInUseError extends DataFolderError {
  constructor(path: string) {
    super(`another Plumbline server already runs on the data folder ${path}`)
    this.name = 'DataFolderInUseError'
  }
}

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
  const lock = await takeFileLock(join(path, 'server.lock'), 'exclusive', WAIT_MS).catch((error: unknown) => {
    throw new DataFolderError(folderProblem(error, path) ?? `the folder ${path} cannot be locked`, error)
  })
  if (lock === undefined) throw new DataFolderInUseError(path)
  return lock
}
