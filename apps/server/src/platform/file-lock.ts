import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/** A lock that this process holds until it releases it or ends for any reason. */
export interface FileLock {
  release(): void
}

/** An exclusive lock excludes all other holders; a shared lock only exclusive ones. */
export type FileLockKind = 'exclusive' | 'shared'

/** SQLite's SQLITE_BUSY: another process holds the lock. */
const SQLITE_BUSY = 5

/** Pause between two attempts: short compared with a start of the database, long compared with one attempt (1 ms). */
const RETRY_MS = 25

/** Held locks; without this reference a handle could be garbage-collected, and its lock released. */
const held = new Set<DatabaseSync>()

/**
 * Locks a file, which is created if it does not exist; returns undefined if another holder prevents it. The lock is the
 * kernel's (POSIX record locks, through SQLite, because Node has no call for them), so it cannot become stale: it ends
 * with the process, even after kill -9, and it works between containers that share a folder, where process IDs mean
 * nothing. Nothing else in this process may open the file: closing it would release the lock.
 * @throws the system's error if the file cannot be created or written
 */
export function tryFileLock(path: string, kind: FileLockKind): FileLock | undefined {
  const database = openLockFile(path)
  try {
    // SQLite silently takes a weaker lock on a read-only file.
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
 * Like tryFileLock, but waits for other holders to release the lock. Two simultaneous attempts can both be refused, so
 * even a lock that is only held briefly is tried more than once.
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

/** SQLite does not report why a file cannot be opened; the permissions of the folder do. */
function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    accessSync(dirname(path), constants.W_OK | constants.X_OK)
    throw error
  }
}
