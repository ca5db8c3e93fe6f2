import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The version of the running program. */
export interface Version {
  /** The release, such as `0.1.0`. */
  readonly version: string
  /**
   * The commit, 40 hexadecimal digits: of the checkout, or the one from which an image or a tarball was made; null if
   * neither is known.
   */
  readonly commit: string | null
}

/** Number of digits of a commit that are displayed. */
const SHORT_COMMIT = 12

/** The root of the repository. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))

let own: Version | undefined

/** Returns the version of this program, read once for each process. */
export function ownVersion(): Version {
  own ??= { version: releaseOf(root), commit: commitOf(root) ?? packagedCommit(root) ?? null }
  return own
}

/** Returns the version as displayed to people and in logs, such as `0.1.0+0febc42a1b2c` (semver.org, section 10). */
export function versionText({ version, commit }: Version = ownVersion()): string {
  return commit === null ? version : `${version}+${commit.slice(0, SHORT_COMMIT)}`
}

/**
 * Returns the version of the OpenAPI document that this program serves: that of the API, with the program's as build
 * metadata (semver.org, section 10).
 */
export function servedVersion(apiVersion: string): string {
  return `${apiVersion}+${versionText().replace('+', '.')}`
}

function releaseOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}

/**
 * Returns the commit that a checkout is at, read from the files of Git (gitrepository-layout), because git may not be
 * installed. Undefined if the folder is not a checkout, or its references are stored in another form.
 */
export function commitOf(folder: string): string | undefined {
  const git = join(folder, '.git')
  // In a linked worktree it is a file.
  const linked = /^gitdir: (.+)$/m.exec(read(git) ?? '')?.[1]
  const gitFolder = linked === undefined ? git : resolve(folder, linked)
  const head = read(join(gitFolder, 'HEAD'))?.trim()
  const reference = /^ref: (.+)$/.exec(head ?? '')?.[1]
  if (reference === undefined) return asCommit(head)
  const shared = resolve(gitFolder, read(join(gitFolder, 'commondir'))?.trim() ?? '.')
  return asCommit(read(join(shared, reference))?.trim()) ?? packedCommit(shared, reference)
}

/** Images and tarballs have the commit in a file. */
function packagedCommit(folder: string): string | undefined {
  return asCommit(read(join(folder, 'COMMIT'))?.trim())
}

function packedCommit(folder: string, reference: string): string | undefined {
  const lines = read(join(folder, 'packed-refs'))?.split('\n') ?? []
  return asCommit(lines.find((line) => line.endsWith(` ${reference}`))?.split(' ')[0])
}

function asCommit(text: string | undefined): string | undefined {
  return /^[0-9a-f]{40,64}$/.test(text ?? '') ? text : undefined
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
