import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { linkPackages } from '@plumbline/testing'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

const MIGRATIONS = 'apps/server/migrations'

/** What a server consists of, besides the packages of others. */
const SOURCES = ['package.json', 'apps/server', 'packages']

/** The server of an earlier commit, in a folder of its own. */
export interface EarlierVersion {
  /** The path of its `plumbline`. */
  readonly program: string
  remove(): Promise<void>
}

/**
 * Returns the last commit before the newest migration was added: the version whose processes run when that migration is
 * applied. EARLIER_COMMIT names another one. Undefined if there is no git or no history, as in an archive of the sources.
 */
export async function commitBeforeNewestMigration(): Promise<string | undefined> {
  const asked = process.env['EARLIER_COMMIT']
  if (asked !== undefined) return asked
  const added = ['log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS]
  const newest = await git(added).catch(() => '')
  if (newest === '') return undefined
  return git(['rev-parse', '--verify', '--quiet', `${newest}^`]).catch(() => undefined)
}

/**
 * Extracts the server of a commit into a temporary folder. It uses the packages that are installed for this version, which differ
 * from its own only if dependencies have changed since.
 */
export async function extractVersion(commit: string): Promise<EarlierVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-earlier-version-'))
  await extract(commit, folder)
  await linkPackages(root, folder)
  return {
    program: join(folder, 'apps/server/src/cli/plumbline.ts'),
    remove: () => rm(folder, { recursive: true }),
  }
}

async function extract(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit, ...SOURCES], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const unpack = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] })
  archive.stdout.pipe(unpack.stdin)
  const codes = await Promise.all([archive, unpack].map(async (child) => (await once(child, 'exit'))[0]))
  if (codes.some((code) => code !== 0)) throw new Error(`git archive ${commit} failed`)
}

async function git(words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', words, { cwd: root })
  return stdout.trim()
}
