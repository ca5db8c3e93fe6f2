import { access, chmod, constants, mkdir, open, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The data folder cannot be used; the message is one line for the operator. */
export class DataFolderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DataFolderError'
  }
}

/** File in a data folder while a backup is restored into it; remains if the restore was interrupted. */
export const RESTORE_MARKER = 'restore-unfinished'

/** Schema in a database while a backup is restored into it; remains if the restore was interrupted. */
export const RESTORE_SCHEMA = 'plumbline_restore'

/** Messages for the operator by system error code. */
const FAILURES: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) =>
    `no rights on ${path}: let this user read and write it, or set DATA_DIR to another folder`,
  EPERM: (path) => `no rights on ${path}: let this user read and write it, or set DATA_DIR to another folder`,
  EROFS: (path) => `${path} lies on a read-only file system: set DATA_DIR to a folder that can be written`,
  ENOSPC: (path) => `the disk that holds ${path} is full: free some space and start again`,
  EDQUOT: (path) => `the disk quota for ${path} is used up: free some space and start again`,
  ENOTDIR: (path) => `${path} cannot be a folder, as a part of it is a file: set DATA_DIR to another folder`,
  EEXIST: (path) => `${path} is not a folder: set DATA_DIR to another folder`,
}

/** Returns one line for system errors that an operator can fix; undefined for all others. */
export function folderProblem(error: unknown, path: string): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return code === undefined ? undefined : FAILURES[code]?.(path)
}

/**
 * Other users can pass through root's data folder, because PostgreSQL refuses to run as root and its folder is inside;
 * secret files in it have their own modes.
 */
const folderMode = () => (process.geteuid?.() === 0 ? 0o711 : 0o700)

/**
 * Creates the data folder if it does not exist, checks that it is writable, and returns its real path.
 * @throws DataFolderError if it cannot be created or written
 */
export async function makeDataFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  try {
    const made = await makeFolders(path)
    // Set again, because the mode above is subject to the umask of the process.
    if (made !== undefined) await chmod(path, folderMode())
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    await requireSpace(path)
    return await realpath(path)
  } catch (error) {
    const problem = folderProblem(error, path)
    if (problem === undefined) throw error
    throw new DataFolderError(problem, error)
  }
}

/** Node reports an unwritable parent as missing, so the parent itself is checked. */
async function makeFolders(path: string): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode: folderMode() })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    let parent = dirname(path)
    while (!(await exists(parent))) parent = dirname(parent)
    await access(parent, constants.W_OK | constants.X_OK)
    throw error
  }
}

/** A full disk still accepts names and empty files, so something must be written. */
async function requireSpace(path: string): Promise<void> {
  const probe = join(path, `.probe-${process.pid}`)
  try {
    await writeFile(probe, 'x', { mode: 0o600 })
  } finally {
    await rm(probe, { force: true })
  }
}

/** Makes renames and new names in a folder durable across a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Whether a path exists; throws errors other than absence. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
