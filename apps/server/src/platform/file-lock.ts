import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/** A lock that this process holds until it is released, or until the process ends in any way. */
export interface FileLock {
  release(): void
}

/** Exclusive excludes every other holder; shared only exclusive ones. */
export type FileLockKind = 'exclusive' | 'shared'

/** SQLite's SQLITE_BUSY: another process holds the lock. */
const SQLITE_BUSY = 5

/** Between two attempts: short against a start of the database, long against one attempt (1 ms). */
const RETRY_MS = 25

/** Held locks; without this reference a forgotten handle would be collected, and its lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Takes a lock on a file, which is made when missing, or returns undefined when another holder
 * is in the way. The lock is the kernel's own (POSIX record locks, through SQLite, as Node offers
 * no call for them), so it cannot go stale: it ends with the process, also after kill -9, and it
 * holds between containers that share a folder, where process ids mean nothing.
 * Nothing in this process may open the file otherwise: closing it would drop the lock.
 * @throws the system's error when the file cannot be made or written
 */
export function tryFileLock(path: string, kind: FileLockKind): FileLock | undefined {
  const database = openLockFile(path)
  try {
    // SQLite takes a weaker lock, without a word, on a file that it may only read.
    accessSync(path, constants.W_OK)
    if (kind === 'exclusive') database.exec('begin exclusive')
    else database.exec('begin; select count(*) from sqlite_schema')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  held.add(database)
  return {
    release: () => {
      if (held.delete(database)) database.close()
    },
  }
}

/**
 * As tryFileLock, but waits for other holders to let go.
 * Two that try in the same instant can both be refused, so even a lock that nobody holds for
 * long is asked for more than once.
 */
export async function takeFileLock(
  path: string,
  kind: FileLockKind,
  waitMs: number,
): Promise<FileLock | undefined> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const lock = tryFileLock(path, kind)
    if (lock !== undefined || Date.now() > deadline) return lock
    await delay(RETRY_MS * (1 + Math.random()))
  }
}

/** SQLite does not say why a file cannot be opened; the folder's rights do. */
function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    accessSync(dirname(path), constants.W_OK | constants.X_OK)
    throw error
  }
}
