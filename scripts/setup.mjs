// Runs before `npm start` and `npm test` on the machine's own Node.js (20 or later), so it is plain JavaScript without
// dependencies. It installs the packages of the lock file if they are missing, including Node.js 26, on which npm then runs
// the actual script.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedNode } from './installed-node.mjs'

const NODE_MAJOR = 26
const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Packages that only checks and tests need are not required by `npm start`, and images omit them. */
const needsDevelopment = process.env.npm_lifecycle_event !== 'prestart'

const missing = firstMissing()
if (missing !== undefined) {
  console.log(`Installing what package-lock.json names (${missing}); this takes half a minute once.`)
  install()
  requireRunningNode()
} else if (!existsSync(installedNode) && !systemNodeSuffices()) {
  failForNode('npm has installed none for this system')
}
if (process.env.npm_lifecycle_event === 'prestart') await prepareWeb()

/** The server serves the built web application. */
async function prepareWeb() {
  const { buildWeb } = await import('./build-web.mjs')
  try {
    buildWeb()
  } catch (error) {
    fail(error.message)
  }
}

/** Returns how the installed packages differ from the lock file, in a few words; undefined if they do not. */
function firstMissing() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  if (wanted === undefined) fail('package-lock.json is missing or damaged: restore it from the repository')
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (present === undefined) return 'nothing is installed yet'
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    const found = present[path]
    if (entry.link && found?.link) continue
    if (found === undefined && mayBeAbsent(entry)) continue
    if (found?.version !== entry.version || found?.integrity !== entry.integrity) {
      return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} differs`
    }
  }
  return undefined
}

/** npm does not install optional packages for other systems. */
function mayBeAbsent(entry) {
  if (entry.optional || entry.peer || entry.devOptional) return true
  return entry.dev === true && !needsDevelopment
}

function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Runs the npm that started this script, with its own Node.js, because the installed one may be about to be replaced.
 * `engines` is not enforced, because that Node.js may be older than the required one.
 */
function install() {
  const npm = process.env.npm_execpath
  const settings = ['ci', '--no-audit', '--no-fund', '--engine-strict=false', '--loglevel=error']
  if (needsDevelopment) settings.push('--include=dev')
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status, error } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...settings], options)
    : spawnSync('npm', settings, { ...options, shell: process.platform === 'win32' })
  if (error) fail(`npm cannot be run (${error.message}): run npm ci by hand`)
  if (status !== 0) fail('npm ci failed for the reason above: fix it, or run npm ci by hand to see more')
}

/** Checks after an installation that Node.js is there and runs on this system. */
function requireRunningNode() {
  if (!existsSync(installedNode)) {
    if (!systemNodeSuffices()) failForNode('npm has installed none for this system')
    return
  }
  const { status, stderr } = spawnSync(installedNode, ['--version'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  const library = /(lib\S+\.so\S*): cannot open shared object file/.exec(stderr)?.[1]
  if (library === undefined) failForNode('the one that npm has installed does not run on this system')
  const named = library.startsWith('libatomic.')
    ? 'libatomic1 on Debian and Ubuntu, libatomic on Fedora and Red Hat'
    : 'see your distribution'
  fail(
    `the Node ${NODE_MAJOR} that npm has installed needs ${library}, which is missing: install its package (${named})`,
  )
}

function systemNodeSuffices() {
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR
}

function failForNode(reason) {
  const system = `${process.platform}-${process.arch}`
  fail(`Node ${NODE_MAJOR} is needed, and ${reason} (${system}): install Node ${NODE_MAJOR} or later`)
}

function fail(message) {
  console.error(`plumbline: ${message}`)
  process.exit(1)
}
