import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { accountPasses, type Account } from '../../src/platform/embedded-postgres/account.ts'

/** Whether this run may switch users; some guarantees can only be tested as root. */
export const isRoot = process.geteuid?.() === 0

/** An ordinary user for children of a test that runs as root: `nobody`, which every system has. */
export const ordinaryUser: Account = { uid: 65534, gid: 65534 }

const openFolder = isRoot
  ? [tmpdir(), '/tmp', '/var/tmp'].find((path) => accountPasses(ordinaryUser, [['-x', path]]))
  : tmpdir()

/** Where tests create folders: the temporary folder, or another one if other users cannot enter root's. */
export const scratchRoot = openFolder ?? tmpdir()

/** Why tests with a second user are skipped; false if they run. */
export const leftOut = leftOutBecause()

function leftOutBecause(): string | false {
  if (!isRoot) return 'needs root'
  return openFolder === undefined && 'no temporary folder may be entered by other users'
}

/** The sources and packages that a program of a test uses. */
export interface Checkout {
  node: string
  /** The platform folder of the server's sources. */
  platform: string
}

const own: Checkout = {
  node: process.execPath,
  platform: fileURLToPath(new URL('../../src/platform/', import.meta.url)),
}

const binaries = `@embedded-postgres/${process.platform}-${process.arch}`

let copied: Checkout | undefined

/** Returns this checkout or, for a user who cannot access it, a copy of what the data folder and its database need. */
export function checkoutFor(user: { uid?: number | undefined } = {}): Checkout {
  if (!isRoot || user.uid === undefined || isOpen()) return own
  return (copied ??= copyCheckout())
}

function isOpen(): boolean {
  return accountPasses(ordinaryUser, [
    ['-x', own.node],
    ['-r', join(own.platform, 'data-folder.ts')],
    ['-r', manifestOf('pg', own.platform)],
    ['-r', manifestOf(binaries, own.platform)],
  ])
}

/** Returns why tests that run the whole program as another user are skipped; false if they run. */
export function closedToOthers(): string | false {
  return isRoot && !isOpen() && 'other users may not enter the checkout'
}

/** Created once per test process, and deleted with it. */
function copyCheckout(): Checkout {
  const root = mkdtempSync(join(scratchRoot, 'plumbline-checkout-'))
  process.on('exit', () => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const server = join(root, 'apps/server')
  const copy: Checkout = { node: join(root, 'node'), platform: join(server, 'src/platform/') }
  copyFileSync(own.node, copy.node)
  cpSync(own.platform, copy.platform, { recursive: true })
  cpSync(join(own.platform, '../../package.json'), join(server, 'package.json'))
  const modules = join(root, 'node_modules')
  for (const name of ['pg', '@plumbline/contract', binaries]) copyPackage(name, own.platform, modules)
  execFileSync('chmod', ['-R', 'a+rX', root])
  return copy
}

/** Copies a package, as resolved from `from`, with its dependencies. */
function copyPackage(name: string, from: string, modules: string, known = new Set<string>()): void {
  if (known.has(name)) return
  known.add(name)
  const manifest = manifestOf(name, from)
  const target = join(modules, name)
  mkdirSync(dirname(target), { recursive: true })
  if (manifest.includes('/node_modules/')) {
    cpSync(dirname(manifest), target, { recursive: true, verbatimSymlinks: true })
  } else {
    // Node.js runs no TypeScript below node_modules, so our own workspaces are linked there.
    const linked = join(modules, '..', name)
    cpSync(dirname(manifest), linked, { recursive: true })
    symlinkSync(linked, target)
  }
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: object }
  for (const needed of Object.keys(dependencies)) copyPackage(needed, manifest, modules, known)
}

function manifestOf(name: string, from: string): string {
  const found = findPackageJSON(name, pathToFileURL(from))
  if (found === undefined) throw new Error(`${name} is not installed`)
  return realpathSync(found)
}
