import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rmdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, syncFolder } from '../data-folder.ts'
import { accountPasses, chooseAccount, type Account } from './account.ts'
import { EmbeddedPostgresError } from './failure.ts'

/** Contains the cluster if the data folder is inside a folder that only root may enter. */
const STATE_FOLDER = '/var/lib/plumbline'

/** Folders of one cluster; all belong to the user that PostgreSQL runs as. */
export interface ClusterHome {
  /** Contains all folders below, and the log. */
  folder: string
  /** PostgreSQL's data directory; does not exist before the first start. */
  data: string
  /** Contains the socket. */
  run: string
  account: Account | undefined
}

/** Returns the cluster's home of a data folder; undefined before the first start. */
export async function findHome(dataDir: string): Promise<string | undefined> {
  const named = join(dataDir, 'postgres')
  try {
    return await realpath(named)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const dangling = await lstat(named).catch(() => undefined)
    if (dangling === undefined) return undefined
    throw new EmbeddedPostgresError(
      `${named} leads to a folder that is missing: bring the database back there, or remove the link to begin anew`,
    )
  }
}

/** PostgreSQL's data directory inside a home. */
export const dataOf = (home: string): string => join(home, 'data')

/** Folder of the socket inside a home, if its path is short enough. */
export const runOf = (home: string): string => join(home, 'run')

/**
 * Returns the home of the cluster, and creates it at the first start. If root starts it in a folder that other users
 * may not enter, it is created in the system's state folder, and `postgres` in the data folder becomes a link to it, so
 * that later starts find the same cluster.
 */
export async function prepareHome(dataDir: string): Promise<ClusterHome> {
  const found = await findHome(dataDir)
  const owner = found === undefined ? undefined : await ownerOf(dataOf(found))
  const account = await chooseAccount(owner, found === undefined ? dataDir : dataOf(found))
  const folder = await reachableHome(dataDir, found, account)
  const home = { folder, data: dataOf(folder), run: runOf(folder), account }
  await makePrivate(home.run, account)
  return home
}

async function ownerOf(data: string): Promise<Account | undefined> {
  try {
    return (await exists(data)) ? await stat(data) : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    throw new EmbeddedPostgresError(`${data} belongs to another user: start as the user who started first`)
  }
}

async function reachableHome(
  dataDir: string,
  found: string | undefined,
  account: Account | undefined,
): Promise<string> {
  const folder = found ?? join(dataDir, 'postgres')
  await makePrivate(folder, account)
  await syncFolder(dataDir)
  if (accountPasses(account, [['-w', folder]])) return folder
  if (await exists(dataOf(folder))) {
    throw new EmbeddedPostgresError(
      `user ${account?.uid}, as which PostgreSQL runs, cannot reach ${folder}: let others pass the folders above it (chmod o+x)`,
    )
  }
  return homeInStateFolder(folder, account)
}

async function homeInStateFolder(named: string, account: Account | undefined): Promise<string> {
  await mkdir(STATE_FOLDER, { recursive: true })
  await chmod(STATE_FOLDER, 0o755)
  const folder = await mkdtemp(join(STATE_FOLDER, 'postgres-'))
  await makePrivate(folder, account)
  await rmdir(runOf(named)).catch(() => undefined)
  await rmdir(named)
  await symlink(folder, named)
  return folder
}

/**
 * Creates a folder that only the account can access; sets the mode explicitly, because the umask may have restricted
 * it.
 */
export async function makePrivate(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (account === undefined) return
  await chmod(path, 0o700)
  await chown(path, account.uid, account.gid)
}
